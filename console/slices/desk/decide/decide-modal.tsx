import { assets, parseAmount } from '@krapao/contract/money.ts'
import type { ReasonCode } from '@krapao/contract/slices/desk/reason-codes.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { t } from '@krapao/web/i18n/i18n.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { errorText } from '../../../app/errors.ts'
import { FormModal } from '../../../app/form-modal.tsx'
import { useOperator } from '../../../app/use-operator.ts'
import { toast } from '../../../ui/toasts.ts'
import { aboveText, ExposureLines } from '../../campaign/public.ts'
import { ComparisonTable } from '../evidence/comparison-table.tsx'
import { CounterpartsWarning, riskOf } from '../evidence/counterparts.tsx'
import { KeyFacts } from '../evidence/key-facts.tsx'
import { PossibleMembers } from '../evidence/possible-members.tsx'
import { MemberPicker } from '../member/member-picker.tsx'
import { type Candidate, type Item, type Member, useEvidence, useReload } from '../queries.ts'
import { sendDecision } from '../send/send-decision.ts'
import { contradictionOf } from '../words/contradicted.ts'
import { exposureIn } from '../words/cost.ts'
import { type DecidedMeanwhile, isOtherReference, tooLateText } from '../words/decided-text.ts'
import { actText, asksFact, askText, doneText, isOwnerless, meaningText } from '../words/verbs.ts'
import { type Choice, isQuick, isRivalled, lastVote, onlyFit } from '../words/votes.ts'
import type { TooLate } from './overtaken.tsx'
import { ReasonField, useReason } from './reason-field.tsx'
import { RememberPayer, useRememberPayer } from './remember-payer.tsx'
import { StepNote } from './step-note.tsx'
import { TransferPicker } from './transfer-picker.tsx'

interface Asked {
  item: Item
  choice: Choice
  /** The member whom the operator chose among those whose money it may be. */
  proposed?: Member | undefined
  /** The transfer that they chose. */
  candidate?: Candidate | undefined
  onClose(): void
  /** Called after the dialog has closed, if the item is decided. */
  onDone(): void
  /** Called if it does not wait any more: mostly a colleague has decided it. */
  onTooLate(late: TooLate): void
}

/**
 * Asks for what a decision needs: always a reason, and the member and the amount if the item does not have
 * them. The values of an earlier approval are filled in for the second operator to check.
 */
export function DecideModal({ item, choice, proposed, candidate, onClose, onDone, onTooLate }: Asked) {
  const { t } = useTranslation()
  const reload = useReload()
  const { operator } = useOperator()
  const said = lastVote(item)
  const reason = useReason(item, choice)
  const [reference, setReference] = useState('')
  const [member, setMember] = useState<Member | null>(proposed ?? said?.member ?? null)
  const [transfer, setTransfer] = useState<Candidate | undefined>(
    candidate ?? item.candidates?.find(({ transferId }) => transferId === said?.transferId),
  )
  const [typed, setTyped] = useState(said?.amount?.toFixed(2).replace(/\.00$/, '') ?? '')
  const form = useForm()

  const isApproval = choice === 'approve'
  const asksMember = isApproval && item.member === null && !isOwnerless(item.queue)
  const remember = useRememberPayer(item, asksMember ? member : null)
  const { fit, rivalled, against } = useFit(item, asksMember ? member : null, proposed)
  const asksAmount = isApproval && item.amount === null
  const asksReference = isApproval && (item.referenceNeeded || rivalled)
  const asksTransfer = isApproval && item.candidates !== undefined
  const amount = asksTransfer ? transfer?.amount : (item.amount ?? parseAmount(typed))
  const wrong = {
    member: asksMember && member === null,
    amount: asksAmount && !amount,
    transfer: asksTransfer && !transfer,
    reference: asksReference && reference.replace(/\s/g, '').length < 3,
    reason: reason.isMissing,
  }
  const exposure = exposureIn(item)
  useFirstFocus(form.form)
  const money = amount ? formatMoney(amount, item.currency) : undefined

  async function decide(): Promise<void> {
    try {
      const isDone = await send()
      await reload()
      await close(isDone)
    } catch (error) {
      // Another operator was faster: this dialog has nothing left to ask, and the page behind it shows their
      // decision.
      if (error instanceof ApiError && (error.code === 'ALREADY_DECIDED' || error.code === 'NO_DATA')) {
        onTooLate(lateOf(error, { item, operatorId: operator?._id, reference }))
        await reload()
        await close(false)
      } else {
        // The list of transfers, the votes on the item or what is known of its sender have changed.
        if (error instanceof ApiError && changed.includes(error.code)) await reload()
        throw error
      }
    }
  }

  /** @returns whether the item is decided now; otherwise it waits for a second operator */
  async function send(): Promise<boolean> {
    const isDone = await sendDecision(item, choice, {
      ...reason.said,
      ...(asksMember && member && { memberId: member._id }),
      ...(asksAmount && amount && { amount }),
      ...(asksTransfer && transfer && { transferId: transfer.transferId }),
      ...(asksReference && { reference: reference.trim() }),
      ...remember.said,
    })
    toast('positive', doneText(item, choice, isDone, money))
    return isDone
  }

  async function close(isDone: boolean): Promise<void> {
    reason.forget()
    onClose()
    // The dialog's history entry must be gone first, or going back would leave the next page again.
    await settled()
    if (isDone) onDone()
  }

  return (
    <FormModal
      title={askText(item, choice)}
      label={actText(item, choice, money)}
      {...lookOf(item, choice)}
      busyLabel={t('desk.sending')}
      form={form}
      say={(failure) => aboveText(failure, item.currency) ?? errorText(failure)}
      beside
      onSubmit={(event) => form.submit(event, !Object.values(wrong).some(Boolean), decide)}
      onClose={onClose}
    >
      <KeyFacts item={item} member={asksMember ? member : item.member} />
      {/* The usual effect, a credit at once, would be untrue if the same money may have been credited already. */}
      {riskOf(item, choice) !== 'ask' && <Note tone="neutral">{meaningText(item, choice)}</Note>}
      {isApproval && exposure && <ExposureLines exposure={exposure} currency={item.currency} />}
      <CounterpartsWarning item={item} choice={choice} />
      <StepNote
        item={item}
        said={{
          choice,
          member: asksMember ? member : null,
          amount: asksAmount ? (amount ?? null) : null,
          transfer: asksTransfer ? transfer : undefined,
          rivalled,
        }}
      />
      {asksMember && (
        <Owner item={item} member={member} onChoose={setMember} isMissing={form.tried && wrong.member} />
      )}
      <RememberPayer member={member} remember={remember} />
      {asksTransfer && (
        <TransferPicker
          item={item}
          chosen={transfer}
          onChoose={setTransfer}
          error={form.tried && wrong.transfer ? t('desk.transfer.missing') : undefined}
        />
      )}
      {asksAmount && (
        <AmountField
          currency={item.currency}
          value={typed}
          onChange={setTyped}
          isMissing={form.tried && wrong.amount}
        />
      )}
      {asksReference && (
        <ReferenceField
          queue={item.queue}
          value={reference}
          onChange={setReference}
          isMissing={form.tried && wrong.reference}
        />
      )}
      <ReasonField
        item={item}
        choice={choice}
        reason={{ ...reason, against }}
        quick={isQuick(item, choice, fit) ? actText(item, choice, money) : undefined}
        isMissing={form.tried && wrong.reason}
      />
    </FormModal>
  )
}

/**
 * A choice in view of what is known: whether nobody else fits, whether another one fits as well, and what
 * speaks against a usual reason.
 */
function useFit(item: Item, member: Member | null, proposed: Member | undefined) {
  const { t } = useTranslation()
  const { data } = useEvidence(item)
  return {
    against(code: ReasonCode): string | undefined {
      const found = contradictionOf(code, { item, member: member ?? item.member, known: data })
      return found && t(`desk.contradicts.${found}`)
    },
    fit: onlyFit(data?.members, member === proposed ? member : null),
    rivalled: isRivalled(data?.members, member),
  }
}

/**
 * What is typed at once belongs to the first thing that is asked, not to the title, where a dialog's focus
 * begins. On phones the facts at the top stay in sight all the same.
 */
function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const preventScroll = !matchMedia('(min-width: 900px)').matches
    form.current?.querySelector<HTMLElement>('input, textarea, [name=code]')?.focus({ preventScroll })
  }, [form])
}

/** Error codes after which the item differs from what was shown. */
const changed: string[] = ['TRANSFER_TAKEN', 'OTHER_REFERENCE', 'PAYER_UNCLEAR', 'FIGURES_CHANGED']

/** With a fact no money moves, so neither of its buttons is the recommended one. */
const lookOf = ({ queue }: Item, choice: Choice) =>
  asksFact(queue)
    ? { look: 'plain' as const, outlined: true }
    : { look: choice === 'approve' ? ('primary' as const) : ('danger' as const) }

/** Who was faster, with what, and whether the reference that was typed is another one than theirs. */
function lateOf(
  error: ApiError,
  { item, operatorId, reference }: { item: Item; operatorId: string | undefined; reference: string },
): TooLate {
  const decided = error.body as DecidedMeanwhile
  if (item.question !== undefined && !decided.choice) {
    return { text: t('desk.decided.changed'), isOther: false, isChanged: true }
  }
  if (error.code === 'NO_DATA') return { text: errorText(error), isOther: false, isChanged: false }
  return {
    text: tooLateText(item.queue, decided, operatorId, reference),
    isOther: isOtherReference(decided, reference),
    isChanged: false,
  }
}

/**
 * Where a reference is found: of what the bank or a provider carried out, or of what says that money is a
 * member's.
 */
function hintOf(queue: Item['queue']): 'bank' | 'provider' | 'member' {
  if (queue === 'bank-transfer' || queue === 'qr-payment') return 'member'
  return queue === 'payout' || queue === 'return' ? 'bank' : 'provider'
}

/** The other side's reference of what it is said to have carried out. */
function ReferenceField({
  queue,
  value,
  onChange,
  isMissing,
}: {
  queue: Item['queue']
  value: string
  onChange(value: string): void
  isMissing: boolean
}) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('desk.referenceLabel')}
      hint={t(`desk.referenceHint.${hintOf(queue)}`)}
      name="reference"
      autoComplete="off"
      maxLength={200}
      required
      value={value}
      error={isMissing ? t('desk.referenceMissing') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The member to choose, compared with the sender in the evidence. */
function Owner({
  item,
  member,
  onChoose,
  isMissing,
}: {
  item: Item
  member: Member | null
  onChoose(member: Member | null): void
  isMissing: boolean
}) {
  const { t } = useTranslation()
  const error = isMissing ? t('desk.memberMissing') : undefined
  const { data } = useEvidence(item)
  return (
    <>
      <MemberPicker chosen={member} onChoose={onChoose} error={error} />
      {!member && data?.members && <PossibleMembers item={item} members={data.members} onChoose={onChoose} />}
      {member && <ComparisonTable item={item} member={member} />}
    </>
  )
}

/** The amount, if the item does not have one. */
function AmountField({
  currency,
  value,
  onChange,
  isMissing,
}: {
  currency: Item['currency']
  value: string
  onChange(value: string): void
  isMissing: boolean
}) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('desk.amount')}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      unit={assets[currency].sign}
      value={value}
      error={isMissing ? t('operatorMsg.INVALID_AMOUNT') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
