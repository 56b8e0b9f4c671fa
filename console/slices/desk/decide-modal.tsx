import { parseAmount } from '@krapao/contract/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { textOr } from '../../app/i18n.ts'
import { settled } from '../../ui/back-button.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Note, Refused } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { MemberPicker } from './member-picker.tsx'
import type { Item, Member } from './queries.ts'
import type { Verdict } from './standing.ts'
import { StepNote } from './step-note.tsx'

/**
 * Asks for what a decision needs: a reason always; whose it is and how much where the item does not tell. What an
 * earlier approval said is filled in: the second operator checks it.
 * @param onDone the item is decided; asked after the dialog has closed
 */
export function DecideModal({
  item,
  verdict,
  onClose,
  onDone,
}: {
  item: Item
  verdict: Verdict
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const said = item.verdicts[0]
  const [reason, setReason] = useState('')
  const [member, setMember] = useState<Member | null>(said?.member ?? null)
  const [typed, setTyped] = useState(said?.amount?.toFixed(2) ?? '')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  const isApproval = verdict === 'approve'
  const asksMember = isApproval && item.member === null
  const asksAmount = isApproval && item.amount === null
  const amount = item.amount ?? parseAmount(typed)
  const wrong = {
    member: asksMember && member === null,
    amount: asksAmount && !amount,
    reason: reason.replace(/\s/g, '').length < 3,
  }
  const money = amount ? formatMoney(amount, item.currency) : undefined

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setFailure(undefined)
    const first = Object.entries(wrong).find(([, isWrong]) => isWrong)?.[0]
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const isDone = await send()
      await queries.invalidateQueries({ queryKey: ['desk'] })
      await close(isDone)
    } catch (error) {
      // Somebody else was first: there is nothing left to ask here.
      if (error instanceof ApiError && (error.code === 'ALREADY_DECIDED' || error.code === 'NO_DATA')) {
        toast('negative', textOr([`desk.overtaken.${error.body.overtaken}`], errorText(error)))
        await queries.invalidateQueries({ queryKey: ['desk'] })
        await close(false)
      } else {
        setFailure(error)
        setBusy(false)
      }
    }
  }

  /** @returns whether the item is decided by it */
  async function send(): Promise<boolean> {
    const params = { queue: item.queue, id: item.id }
    if (!isApproval) {
      const { status } = await api('POST /api/console/desk/:queue/:id/refuse', {
        params,
        body: { reason: reason.trim() },
      })
      const text =
        status === 'DONE'
          ? t('desk.refused', { what: t(`desk.queue.${item.queue}.one`) })
          : t('desk.halfRefused')
      toast('positive', text)
      return status === 'DONE'
    }
    const { status } = await api('POST /api/console/desk/:queue/:id/approve', {
      params,
      body: {
        reason: reason.trim(),
        ...(asksMember && member && { memberId: member._id }),
        ...(asksAmount && amount && { amount }),
      },
    })
    const text = status === 'DONE' ? t('desk.done', { amount: money }) : t('desk.halfDone', { amount: money })
    toast('positive', text)
    return status === 'DONE'
  }

  async function close(isDone: boolean): Promise<void> {
    onClose()
    // Its entry on the browser's history goes first, or the next page would be left again by it.
    await settled()
    if (isDone) onDone()
  }

  // What both sides had settled is not settled again.
  const meaning =
    item.reason === 'CONTRADICTION' ? t('desk.onlyNoted') : t(`desk.queue.${item.queue}.${verdict}`)
  const act = isApproval
    ? money
      ? t('desk.approveAmount', { amount: money })
      : t('desk.approve')
    : t('desk.refuse')
  return (
    <Dialog
      title={t(isApproval ? 'desk.approveTitle' : 'desk.refuseTitle', {
        what: t(`desk.queue.${item.queue}.one`),
      })}
      onClose={onClose}
      locked={busy}
      footer={
        <div className="grid grid-cols-[1fr_2fr] gap-3">
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} look={isApproval ? 'primary' : 'danger'} busy={busy}>
            {act}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={submit}
        className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-5 pt-2 pb-5"
      >
        <Note tone="neutral">{meaning}</Note>
        <StepNote
          item={item}
          said={{
            verdict,
            memberId: asksMember ? (member?._id ?? null) : null,
            amount: asksAmount ? (amount ?? null) : null,
          }}
        />
        {asksMember && (
          <>
            <MemberPicker
              chosen={member}
              onChoose={setMember}
              error={tried && wrong.member ? t('desk.memberMissing') : undefined}
            />
            {member && <ComparisonTable item={item} member={member} />}
          </>
        )}
        {asksAmount && (
          <Field
            label={t('desk.amount')}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            unit={item.currency === 'LAK' ? '₭' : '฿'}
            value={typed}
            error={tried && wrong.amount ? t('operatorMsg.INVALID_AMOUNT') : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <TextField
          label={t('desk.reasonLabel')}
          hint={t('desk.reasonHint')}
          name="reason"
          maxLength={500}
          required
          value={reason}
          error={tried && wrong.reason ? t('desk.reasonMissing') : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <Refused text={failure === undefined ? undefined : errorText(failure)} />
      </form>
    </Dialog>
  )
}
