import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Actions, Body } from '../../ui/actions.tsx'
import { settled } from '../../ui/back-button.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/format.ts'
import { type Wallet, walletKey } from '../wallet/public.ts'
import { Result } from './result.tsx'
import { adviceFor } from './slip-advice.ts'
import { useSlips } from './slips.ts'
import { useSlipReason } from './use-slip-reason.ts'

/** Milliseconds after which a slip is likely to wait for an operator. */
const patience = 45_000

/** What becomes of a slip that was sent, until it is known. */
export function SlipStatus({
  slipId,
  wallet,
  onAgain,
  onClose,
}: {
  slipId: string
  wallet: Wallet
  onAgain(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const reasonOf = useSlipReason()
  const slip = useSlips().data?.slips.find(({ _id }) => _id === slipId)
  const status = slip?.status ?? 'PENDING'
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (status === 'SUCCESS') queries.invalidateQueries({ queryKey: walletKey })
  }, [status, queries])

  const advice = adviceFor(slip?.note)
  const needsPicture = advice === 'again'
  function contact(): void {
    onClose()
    // Once the dialog has given back its entry on the history, which would lead back here.
    settled().then(() => navigate('/user/contact'))
  }

  return (
    <>
      <Body>
        {status === 'PENDING' ? (
          <Result tone="notice" title={t('deposit.slip.checking')}>
            {t(long ? 'deposit.slip.checkingLong' : 'deposit.slip.checkingText')}
          </Result>
        ) : status === 'SUCCESS' ? (
          <Result
            tone="positive"
            title={t('deposit.arrived')}
            amount={`+${formatMoney(slip?.amount ?? 0, wallet.currency)}`}
          >
            {t('deposit.arrivedText')}
          </Result>
        ) : (
          <Result tone="negative" title={t('deposit.slip.failed')}>
            <p className="font-medium text-ink">{reasonOf(slip?.note)}</p>
            <p className="mt-2">{t(`deposit.slip.next.${advice}`)}</p>
          </Result>
        )}
      </Body>
      <Actions>
        {/* The button that was pressed is gone: the focus goes on here. */}
        {status === 'FAILED' ? (
          <div key="failed" className="grid grid-cols-2 gap-2">
            <Button look={needsPicture ? 'quiet' : 'primary'} autoFocus={!needsPicture} onClick={contact}>
              {t('deposit.slip.contact')}
            </Button>
            <Button look={needsPicture ? 'primary' : 'quiet'} autoFocus={needsPicture} onClick={onAgain}>
              {t('deposit.slip.another')}
            </Button>
          </div>
        ) : (
          <div className="grid grid-cols-2 gap-2">
            <Button look="quiet" onClick={onAgain}>
              {t('deposit.slip.another')}
            </Button>
            <Button autoFocus onClick={onClose}>
              {t('ui.close')}
            </Button>
          </div>
        )}
      </Actions>
    </>
  )
}
