import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { control } from '@krapao/web/ui/field.tsx'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { useDraft } from '../../../app/use-draft.ts'
import { Refused } from '../../../ui/refused.tsx'
import { sendByEnter } from '../../../ui/send-by-enter.ts'
import { sendOnce } from '../send/send-once.ts'
import { complete, mentionAt, mentionedIn, suggest } from './mention-text.ts'
import { changeWork, type Subject, useColleagues } from './queries.ts'

/**
 * Writes a note; typing @ offers colleagues, who are notified. Enter takes the offered one, else it sends.
 */
export function NoteField({ queue, id }: Subject) {
  const { t } = useTranslation()
  const { data: colleagues = [] } = useColleagues()
  const [text, setText, forget] = useDraft(`${queue}/${id}/note`)
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  const [isClosed, setIsClosed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const moveTo = useRef<number | undefined>(undefined)
  const { busy, failure, send } = useSend()
  const own = useId()
  const mention = isClosed ? undefined : mentionAt(text, caret)
  const offered = mention
    ? suggest(
        colleagues.filter(({ isYou }) => !isYou),
        mention.typed,
      )
    : []

  useEffect(() => {
    // Moves the caret behind a completed name.
    if (moveTo.current === undefined) return
    field.current?.setSelectionRange(moveTo.current, moveTo.current)
    moveTo.current = undefined
  })

  function choose(index: number): void {
    const colleague = offered[index]
    if (!mention || !colleague) return
    const done = complete(text, { from: mention.from, caret }, colleague)
    moveTo.current = done.caret
    setText(done.text)
    setCaret(done.caret)
    setAt(0)
    field.current?.focus()
  }

  async function submit(): Promise<void> {
    const said = text.trim()
    if (!said) {
      field.current?.focus()
      return
    }
    const body = { text: said, mentions: mentionedIn(said, colleagues).slice(0, 10) }
    const isDone = await send(() =>
      changeWork(() =>
        sendOnce([queue, id, 'note', body], (idempotencyKey) =>
          api(
            'POST /api/console/desk/:queue/:id/notes',
            { params: { queue, id }, ...body },
            { idempotencyKey },
          ),
        ),
      ),
    )
    if (!isDone) return
    forget()
    setText('')
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (offered.length === 0 || isSent) {
      sendByEnter(event)
      return
    }
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((at + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(Math.min(at, offered.length - 1))
    else if (event.key === 'Escape') setIsClosed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor={own} className="sr-only">
        {t('work.note.label')}
      </label>
      <textarea
        ref={field}
        id={own}
        name="note"
        rows={2}
        maxLength={1000}
        placeholder={t('work.note.hint')}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? `${own}-list` : undefined}
        aria-activedescendant={offered.length > 0 ? `${own}-${Math.min(at, offered.length - 1)}` : undefined}
        className={cx(control, 'border-field-line text-sm')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setCaret(event.target.selectionStart)
          setIsClosed(false)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {offered.length > 0 && (
        <div
          id={`${own}-list`}
          role="listbox"
          aria-label={t('work.note.colleagues')}
          className="grid rounded-xl border border-line bg-card p-1 text-sm"
        >
          {offered.map(({ _id, name, role }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
            <div
              key={_id}
              id={`${own}-${index}`}
              role="option"
              aria-selected={index === Math.min(at, offered.length - 1)}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(index)}
              className={cx(
                'flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-3',
                index === Math.min(at, offered.length - 1) && 'bg-sunken',
              )}
            >
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
              <span className="text-ink-soft">{t(`operator.role.${role}`)}</span>
            </div>
          ))}
        </div>
      )}
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
      {text.trim() && (
        <Button
          type="submit"
          look="quiet"
          className="min-h-11 justify-self-end px-4 text-sm"
          busy={busy}
          busyLabel={t('desk.sending')}
        >
          {t('work.note.add')}
        </Button>
      )}
    </form>
  )
}
