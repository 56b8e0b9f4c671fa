import { codesOf, type ReasonCode } from '@krapao/contract/slices/desk/reason-codes.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { letterOf } from '../../../app/key-of.ts'
import { KeyCap, useKeys } from '../../../app/keys.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { sendByEnter } from '../../../ui/send-by-enter.ts'
import { TextField } from '../../../ui/text-field.tsx'
import type { Item } from '../queries.ts'
import { codeText } from '../words/reason-text.ts'
import type { Choice } from '../words/votes.ts'

/** A reason that is being given: a usual one, own words, or both. */
export interface Reason {
  code: ReasonCode | undefined
  choose(code: ReasonCode): void
  words: string
  write(words: string): void
  /** Neither is given, or the words are too few. */
  isMissing: boolean
  /** As the call carries it. */
  said: { reason?: string; reasonCode?: ReasonCode }
  /** What speaks against a usual one, in words: such a one does not send the form. */
  against?(code: ReasonCode): string | undefined
  /** Forgets the words, which are kept until they are sent. */
  forget(): void
}

/** @param item what the words are kept for until they are sent */
export function useReason(item: Pick<Item, 'queue' | 'id'>, choice: Choice): Reason {
  const [words, write, forget] = useDraft(`${item.queue}/${item.id}/${choice}`)
  const [code, choose] = useState<ReasonCode>()
  const length = words.replace(/\s/g, '').length
  return {
    code,
    choose,
    words,
    write,
    isMissing: length < 3 && (code === undefined || length > 0),
    said: { ...(length > 0 && { reason: words.trim() }), ...(code && { reasonCode: code }) },
    forget,
  }
}

/**
 * The reason of a decision: the usual ones by number, and own words. Other letters that are typed while a
 * usual one has the focus go to the own words. Enter sends the form, with Ctrl or without; with Shift it
 * begins a new line.
 * @param quick what the decision is called, where it needs nothing but a reason and one person: then choosing
 *   a usual one sends it
 */
export function ReasonField({
  item,
  choice,
  reason,
  quick,
  isMissing,
}: {
  item: Pick<Item, 'queue'>
  choice: Choice
  reason: Reason
  quick: string | undefined
  isMissing: boolean
}) {
  const { t } = useTranslation()
  const own = useRef<HTMLTextAreaElement>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const legend = useId()
  const codes = codesOf(item.queue, choice)

  function take(code: ReasonCode): void {
    // The form is sent with it, so it has to be there first.
    flushSync(() => reason.choose(code))
    if (quick !== undefined && !reason.against?.(code)) own.current?.form?.requestSubmit()
  }
  useKeys(
    t('desk.reasonUsual'),
    codes.map((code, at) => ({ key: String(at + 1), label: codeText(code), run: () => take(code) })),
    group,
  )
  function typeOwn(event: KeyboardEvent): void {
    const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    // The browser types the letter where the focus is then.
    if (isText && !/^\d$/.test(letterOf(event.nativeEvent) ?? '')) own.current?.focus()
  }
  return (
    <fieldset ref={group} className="grid gap-2" aria-labelledby={legend}>
      <p id={legend} className="text-sm font-medium">
        {quick === undefined ? t('desk.reasonUsual') : t('desk.reasonQuick', { act: quick })}
      </p>
      {codes.map((code, at) => (
        <button
          key={code}
          type="button"
          name="code"
          aria-pressed={reason.code === code}
          onClick={() => take(code)}
          onKeyDown={typeOwn}
          className={cx(
            'flex min-h-11 items-center gap-3 rounded-2xl border px-3 py-2 text-left text-sm',
            reason.code === code
              ? 'border-link bg-sunken font-semibold'
              : 'border-field-line bg-card hover:bg-sunken',
          )}
        >
          <KeyCap name={String(at + 1)} />
          <span>
            {codeText(code)}
            {reason.against?.(code) && (
              <span className="block font-medium text-negative">{reason.against(code)}</span>
            )}
          </span>
        </button>
      ))}
      <TextField
        ref={own}
        label={t('desk.reasonLabel')}
        hint={t('desk.reasonHint')}
        name="reason"
        rows={2}
        maxLength={500}
        value={reason.words}
        error={isMissing ? t('desk.reasonMissing') : undefined}
        onChange={(event) => reason.write(event.target.value)}
        onKeyDown={sendByEnter}
      />
    </fieldset>
  )
}
