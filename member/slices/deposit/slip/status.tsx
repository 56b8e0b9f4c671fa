import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { useEffect } from 'react'
import { Actions, Body, ButtonPair } from '../../../ui/actions.tsx'
import { Outcome } from '../../../ui/outcome.tsx'
import { useSeen } from '../../outcome/public.ts'
import { PushOffer } from '../../settings/public.ts'
import { adviceFor, issuerName, ReceiptButton } from '../../statement/public.ts'
import { type Holder, usePending } from '../../wallet/public.ts'
import { Arrived } from '../arrived.tsx'
import { useContact } from '../use-contact.ts'
import { useSlips } from './slips.ts'

/** The progress of a sent slip, until its outcome is known. */
export function SlipStatus({
  slipId,
  wallet,
  onAgain,
  onClose,
  onTransfer,
  onShown,
}: {
  slipId: string
  wallet: Holder
  onAgain(): void
  onClose(): void
  onTransfer?: (() => void) | undefined
  /** Called with what is shown, so that a list above does not repeat it. */
  onShown?: ((slipId: string | undefined) => void) | undefined
}) {
  const { t } = useTranslation()
  useEffect(() => {
    onShown?.(slipId)
    return () => onShown?.(undefined)
  }, [slipId, onShown])
  const reasonOf = useSlipReason()
  const contact = useContact(onClose)
  const slip = useSlips().data?.slips.find(({ _id }) => _id === slipId)
  const status = slip?.status ?? 'PENDING'
  const state = usePending().data?.find(({ id }) => id === slipId)?.state

  useSeen(status === 'PENDING' ? undefined : slipId, status === 'SUCCESS')

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
            title={t(state === 'GOING_BACK' ? 'deposit.followed.ended.GOING_BACK' : 'deposit.slip.checking')}
            text={
              slip?.byStaff
                ? t('deposit.slip.checkingByStaff', { issuer: issuerName(slip.byStaff) })
                : t(
                    state === 'GOING_BACK'
                      ? 'deposit.followed.endedText.GOING_BACK'
                      : state === 'WITH_TEAM'
                        ? 'deposit.slip.checkingLong'
                        : 'deposit.slip.checkingText',
                  )
            }
            receipt={receipt}
          />
        ) : slip?.credited ? (
          <Outcome
            tone="positive"
            title={t('deposit.slip.creditedTitle')}
            amount={formatMoney(slip.credited.amount, wallet.currency)}
            text={t('deposit.slip.creditedText', {
              amount: formatMoney(slip.credited.amount, wallet.currency),
              date: formatMinute(slip.credited.at),
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
          <FailedActions
            key="failed"
            needsPicture={needsPicture}
            onContact={() => contact(slipId)}
            onAgain={onAgain}
          />
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

/** What helps is the primary button: another picture, or else support. */
function FailedActions({
  needsPicture,
  onContact,
  onAgain,
}: {
  needsPicture: boolean
  onContact(): void
  onAgain(): void
}) {
  const { t } = useTranslation()
  const contact = { label: t('deposit.slip.contact'), act: onContact }
  const again = { label: t('deposit.slip.another'), act: onAgain }
  const [other, best] = needsPicture ? [contact, again] : [again, contact]
  return (
    <ButtonPair>
      <Button look="quiet" onClick={other.act}>
        {other.label}
      </Button>
      <Button autoFocus onClick={best.act}>
        {best.label}
      </Button>
    </ButtonPair>
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
