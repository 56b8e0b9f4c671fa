import { formatMoney } from '@krapao/web/ui/format.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { totalOf, type Wallet } from './wallet.ts'

/** Tells a screen reader the new total once it has come to rest, and never the first one, which is read with the page. */
export function TotalSpoken({ wallet }: { wallet: Wallet | undefined }) {
  const { t } = useTranslation()
  const [spoken, setSpoken] = useState('')
  const known = useRef<number>(undefined)
  const total = wallet && totalOf(wallet)
  const currency = wallet?.currency
  useEffect(() => {
    if (total === undefined || currency === undefined || total === known.current) return
    const first = known.current === undefined
    const timer = setTimeout(
      () => {
        known.current = total
        if (!first) setSpoken(t('wallet.totalNow', { amount: formatMoney(total, currency) }))
      },
      first ? 0 : 1500,
    )
    return () => clearTimeout(timer)
  }, [total, currency, t])
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  )
}
