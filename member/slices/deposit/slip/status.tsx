import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { PushOffer } from '../../../app/push-offer.tsx'
import { Actions, Body, ButtonPair } from '../../../ui/actions.tsx'
import { Outcome } from '../../../ui/outcome.tsx'
import { ReceiptButton } from '../../statement/public.ts'
import { usePending, type Wallet } from '../../wallet/public.ts'
import { Arrived } from '../arrived.tsx'
import { useContact } from '../use-contact.ts'
import { adviceFor } from './advice.ts'
import { useSlips } from './slips.ts'

/** The progress of a sent slip, until its outcome is known. */
export function SlipStatus({
  slipId,
  wallet,
  onAgain,
  onClose,
  onTransfer,
}: {
  slipId: string
  wallet: Wallet
  onAgain(): void
  onClose(): void
  onTransfer?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const reasonOf = useSlipReason()
  const contact = useContact(onClose)
  const slip = useSlips().data?.slips.find(({ _id }) => _id === slipId)
  const status = slip?.status ?? 'PENDING'
  const isWithTeam = usePending().data?.some(({ id, state }) => id === slipId && state === 'WITH_TEAM')

  if (status === 'SUCCESS') {
    return (
      <Arrived
        amount={slip?.amount ?? 0}
        currency={wallet.currency}
        id={slipId}
        again={t('deposit.slip.another')}
        {...{ onAgain, onClose, onTransfer }}
      />
    )
  }
  const receipt = { id: slipId, below: <ReceiptButton id={slipId} /> }
  const advice = adviceFor(slip?.note)
  const needsPicture = advice === 'again'
  return (
    <>
      <Body>
        {status === 'PENDING' ? (
          <Outcome
            tone="notice"
            title={t('deposit.slip.checking')}
            text={t(isWithTeam ? 'deposit.slip.checkingLong' : 'deposit.slip.checkingText')}
            receipt={receipt}
          />
        ) : slip?.credited ? (
          <Outcome
            tone="positive"
            title={t('deposit.slip.creditedTitle')}
            amount={formatMoney(slip.credited.amount, wallet.currency)}
            text={t('deposit.slip.creditedText', {
              amount: formatMoney(slip.credited.amount, wallet.currency),
              date: formatDate(slip.credited.at),
            })}
            receipt={receipt}
          />
        ) : (
          <Outcome
            tone="negative"
            title={t('deposit.slip.failed')}
            text={
              <>
                <p className="font-medium text-ink">{reasonOf(slip?.note)}</p>
                <p className="mt-2">{t(`deposit.slip.next.${advice}`)}</p>
              </>
            }
            receipt={receipt}
          />
        )}
        {status === 'PENDING' && <PushOffer />}
      </Body>
      <Actions>
        {/* The focus moves here, because the button that was pressed is gone. */}
        {status === 'FAILED' && !slip?.credited ? (
          <ButtonPair key="failed">
            <Button
              look={needsPicture ? 'quiet' : 'primary'}
              autoFocus={!needsPicture}
              onClick={() => contact(slipId)}
            >
              {t('deposit.slip.contact')}
            </Button>
            <Button look={needsPicture ? 'primary' : 'quiet'} autoFocus={needsPicture} onClick={onAgain}>
              {t('deposit.slip.another')}
            </Button>
          </ButtonPair>
        ) : (
          <ButtonPair>
            <Button look="quiet" onClick={onAgain}>
              {t('deposit.slip.another')}
            </Button>
            <Button autoFocus onClick={onClose}>
              {t('ui.close')}
            </Button>
          </ButtonPair>
        )}
      </Actions>
    </>
  )
}

/** Why a slip was refused (product.md §8 Slip reasons); the texts are those of the statement. */
function useSlipReason(): (reason: string | null | undefined) => string {
  const { t, i18n } = useTranslation()
  return (reason) => {
    const key = `statement.slipReason.${reason}`
    return reason && i18n.exists(key) ? (t as (key: string) => string)(key) : t('deposit.slip.failedPlain')
  }
}
