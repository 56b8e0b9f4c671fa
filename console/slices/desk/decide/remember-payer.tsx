import { differs } from '@krapao/contract/comparison.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { useId, useState } from 'react'
import { PayerSign } from '../member/payer-sign.tsx'
import { type Item, type Member, useEvidence } from '../queries.ts'
import { lastVote } from '../words/votes.ts'

/** Signs that a note cannot have: it is one line, and nothing in it turns its direction. */
const noText = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * What an approval says about remembering its sender for the chosen member (rules.md §17.11). What the first
 * of two said is filled in for the second one. Another member begins anew: it was said of one.
 * @param member the chosen one; null: none, or an approval that chooses none
 */
export function useRememberPayer(item: Item, member: Member | null) {
  const { data } = useEvidence(item)
  const vote = lastVote(item)
  const first = vote?.member?._id === member?._id ? vote?.rememberPayer : undefined
  const [changed, setChanged] = useState<{ memberId: string; isTicked: boolean; note: string }>()
  const current =
    changed && changed.memberId === member?._id
      ? changed
      : { isTicked: Boolean(first), note: first?.note ?? '' }
  const isOffered = item.queue === 'bank-transfer' && member !== null && differs(item, member)
  const refusal = data?.payer?.refusal ?? null
  const remembered = data?.members?.find((one) => one.member._id === member?._id)?.remembered ?? null
  const isSaid = isOffered && refusal === null && remembered === null && current.isTicked
  return {
    isOffered,
    refusal,
    remembered,
    ...current,
    change: (to: { isTicked?: boolean; note?: string }) =>
      member && setChanged({ isTicked: current.isTicked, note: current.note, ...to, memberId: member._id }),
    /** The part of the call. */
    said: isSaid ? { rememberPayer: { note: current.note.trim() } } : {},
  }
}

/** The tick, with a note; or why there is none. */
export function RememberPayer({
  member,
  remember: { isOffered, refusal, remembered, isTicked, note, change },
}: {
  member: Member | null
  remember: ReturnType<typeof useRememberPayer>
}) {
  const { t } = useTranslation()
  const hintId = useId()
  if (!isOffered || !member) return null
  if (remembered) {
    return (
      <div className="grid gap-1 text-sm">
        <p>{t('desk.payer.already', { name: member.name })}</p>
        <PayerSign remembered={remembered} />
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <input
          type="checkbox"
          name="rememberPayer"
          className="mt-0.5 size-5 shrink-0 accent-link"
          checked={isTicked && refusal === null}
          disabled={refusal !== null}
          aria-describedby={hintId}
          onChange={(event) => change({ isTicked: event.target.checked })}
        />
        <span className="min-w-0 wrap-anywhere">{t('desk.payer.remember', { name: member.name })}</span>
      </label>
      <p id={hintId} className="text-sm text-ink-soft">
        {t(refusal ? `desk.payer.refusal.${refusal}` : 'desk.payer.meaning')}
      </p>
      {isTicked && refusal === null && (
        <Field
          label={t('desk.payer.note')}
          hint={t('desk.payer.noteHint')}
          name="payerNote"
          autoComplete="off"
          maxLength={100}
          value={note}
          onChange={(event) => change({ note: event.target.value.replace(noText, '') })}
        />
      )}
    </div>
  )
}
