import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Actions, Body, ButtonPair } from '../../ui/actions.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { useSeen } from '../outcome/public.ts'
import { PushOffer } from '../settings/public.ts'
import { ReceiptButton } from '../statement/public.ts'
import { type Pending, usePending, usePendingName } from '../wallet/public.ts'
import { Arrived } from './arrived.tsx'
import { type End, shownOf } from './followed.ts'
import { useOutcome } from './use-arrival.ts'
import { useContact } from './use-contact.ts'

/** The outcomes after which a member may want to contact support. */
const bad: readonly End[] = ['RETURNED', 'REFUSED', 'REVERSED']

/** A gift, an announcement or a payment in review, followed until its outcome is known. */
export function FollowedDeposit({
  row: opened,
  again,
  onAgain,
  onClose,
  onTransfer,
}: {
  row: Pending
  /** The label of the button that makes another such deposit. */
  again: string
  onAgain(): void
  onClose(): void
  onTransfer?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const nameOf = usePendingName()
  const contact = useContact(onClose)
  const row = usePending().data?.find(({ key, state }) => key === opened.key && state !== 'OPEN')
  const { data, error } = useOutcome(opened.key)
  // A payment that was made of a code twice shares the code's id.
  const hasReceipt = opened.key === opened.id
  const shown = shownOf(opened, row, data, error)
  useSeen(shown.at === 'under-way' ? undefined : opened.key, shown.at === 'arrived')

  if (shown.at === 'arrived') {
    return (
      <Arrived
        amount={shown.amount}
        currency={opened.currency}
        id={opened.id}
        hasReceipt={hasReceipt}
        {...{ again, onAgain, onClose, onTransfer }}
      />
    )
  }
  const { kind, currency, createdAt } = opened
  const amount = shown.at === 'ended' ? shown.amount : shown.row.amount
  const money = amount === null ? undefined : formatMoney(amount, currency)
  const receipt = {
    id: opened.id,
    below: hasReceipt && <ReceiptButton id={opened.id} />,
    lines: [[t('deposit.followed.since'), formatMinute(createdAt)] as const],
  }
  const isChecking = shown.at === 'under-way' && shown.row.state === 'CHECKING'
  return (
    <>
      <Body key="followed">
        {shown.at === 'ended' ? (
          <Outcome
            tone={bad.includes(shown.end) ? 'negative' : 'notice'}
            title={shown.end === 'OVER' ? nameOf(opened) : t(`deposit.followed.ended.${shown.end}`)}
            amount={money}
            text={
              kind === 'gift' && shown.end === 'REFUSED'
                ? t('errorMsg.TRUELINK_INVALID')
                : t(`deposit.followed.endedText.${shown.end}`)
            }
            receipt={receipt}
          />
        ) : (
          <Outcome
            tone="notice"
            title={
              kind === 'announcement'
                ? t('deposit.manual.announced')
                : isChecking
                  ? t('deposit.gift.checking')
                  : nameOf(opened)
            }
            amount={money}
            text={t(
              kind === 'announcement'
                ? 'deposit.manual.announcedText'
                : isChecking
                  ? 'deposit.gift.checkingText'
                  : 'deposit.followed.team',
            )}
            receipt={receipt}
          />
        )}
        {shown.at === 'under-way' && <PushOffer />}
      </Body>
      <Actions>
        <ButtonPair>
          <Button look="quiet" onClick={() => contact(opened.id)}>
            {t('deposit.slip.contact')}
          </Button>
          {/* The focus moves here, because the button that was pressed is gone. */}
          <Button autoFocus onClick={onClose}>
            {t('ui.close')}
          </Button>
        </ButtonPair>
      </Actions>
    </>
  )
}

/** A deposit that was just sent, in the shape of the pending list. */
export const sentNow = (
  sent: Pick<Pending, 'kind' | 'id' | 'amount' | 'currency' | 'state'> & { from?: string },
): Pending => ({
  from: '',
  ...sent,
  key: sent.id,
  createdAt: new Date().toISOString(),
  expireIn: null,
  to: 'WALLET',
})
