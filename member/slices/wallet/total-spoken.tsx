import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { memo, useEffect, useRef, useState } from 'react'
import { usePreferences } from '../../frame/device/preferences.ts'
import { totalOf, type Wallet } from './wallet.ts'

/**
 * Announces the new total to screen readers once it has stopped changing; the first total is read with the
 * page.
 */
export const TotalSpoken = memo(function TotalSpoken({ wallet }: { wallet: Wallet | undefined }) {
  const { t } = useTranslation()
  const [spoken, setSpoken] = useState('')
  const known = useRef<number>(undefined)
  const { hideBalance } = usePreferences()
  const total = wallet && totalOf(wallet)
  const currency = wallet?.currency
  useEffect(() => {
    if (total === undefined || currency === undefined || total === known.current) return
    const first = known.current === undefined
    const timer = setTimeout(
      () => {
        known.current = total
        if (!first && !hideBalance) setSpoken(t('wallet.totalNow', { amount: formatMoney(total, currency) }))
      },
      first ? 0 : 1500,
    )
    return () => clearTimeout(timer)
  }, [total, currency, t, hideBalance])
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  )
})
