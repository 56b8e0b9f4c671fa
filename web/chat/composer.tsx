import { chat } from '@krapao/contract/limits.ts'
import { Paperclip, SendHorizontal } from 'lucide-react'
import {
  type AriaAttributes,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'

/** Characters before the limit from which on the rest is counted. */
const counted = 200

const accepted = [...chat.imageTypes, ...chat.videoTypes].map((ending) => `.${ending}`).join(',')

/**
 * Where a message is written. It keeps no text of its own, so that the caller can put one in. With a mouse,
 * Enter sends and Shift+Enter begins a line; on a touch screen Enter begins a line.
 * @param onFile a picture or video was chosen or pasted; to take dropped ones, put `FileDrop` around the
 *   conversation
 * @param onTyped the person writes: `client.typed`
 * @param onKeyDown sees each key first; a key whose default it prevents does nothing else
 * @param tools further buttons beside the paperclip
 * @param field what the text field says of a list that belongs to it
 */
export function Composer({
  value,
  onChange,
  onSend,
  onFile,
  onTyped,
  onKeyDown,
  tools,
  field,
  disabled = false,
  isReady = true,
  inputRef,
}: {
  value: string
  onChange(value: string): void
  onSend(text: string): void
  onFile?(file: File): void
  onTyped?(): void
  onKeyDown?(event: KeyboardEvent<HTMLTextAreaElement>): void
  tools?: ReactNode
  field?: Pick<AriaAttributes, 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'>
  disabled?: boolean
  /** Whether what is written can be sent already. */
  isReady?: boolean
  inputRef?: RefObject<HTMLTextAreaElement | null>
}) {
  const { t } = useTranslation()
  const id = useId()
  const own = useRef<HTMLTextAreaElement>(null)
  const input = inputRef ?? own
  const files = useRef<HTMLInputElement>(null)
  const left = chat.text - value.length
  const canSend = !disabled && isReady && value.trim() !== '' && left >= 0
  useGrowing(input, value)

  function send(): void {
    if (!canSend) return
    onSend(value)
    onChange('')
    // On a phone the keyboard stays up.
    input.current?.focus()
  }

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>): void {
    onKeyDown?.(event)
    if (event.defaultPrevented || event.key !== 'Enter' || event.shiftKey) return
    // Enter also confirms a word that is being composed.
    if (event.nativeEvent.isComposing || !matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    send()
  }

  function pasted(event: ClipboardEvent): void {
    const found = [...event.clipboardData.files]
    if (!onFile || found.length === 0) return
    event.preventDefault()
    for (const file of found) onFile(file)
  }

  return (
    <div className="border-t border-line bg-card px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <div className="flex flex-wrap items-end gap-1">
        {onFile && (
          <>
            <IconButton
              label={t('chat.attach')}
              disabled={disabled}
              onClick={() => files.current?.click()}
              className="text-ink-soft"
            >
              <Paperclip className="size-5" aria-hidden />
            </IconButton>
            <input
              ref={files}
              type="file"
              accept={accepted}
              multiple
              hidden
              onChange={(event) => {
                for (const file of event.target.files ?? []) onFile(file)
                // The same file can be chosen again.
                event.target.value = ''
              }}
            />
          </>
        )}
        {tools}
        {/* With very large letters on a small phone, in a row of its own. */}
        <div className="flex min-w-[6.5rem] flex-1 items-end gap-1">
          <textarea
            {...field}
            ref={input}
            rows={1}
            value={value}
            disabled={disabled}
            aria-label={t('chat.write')}
            aria-describedby={`${id}-left`}
            aria-invalid={left < 0 || undefined}
            placeholder={t('chat.write')}
            onChange={(event) => {
              onChange(event.target.value)
              onTyped?.()
            }}
            onKeyDown={pressed}
            onPaste={pasted}
            className={cx(
              'block max-h-36 min-h-11 w-full min-w-0 flex-1 resize-none rounded-3xl border bg-card px-4 py-2 text-base text-ink placeholder:truncate placeholder:text-ink-soft [overflow-wrap:anywhere] focus-visible:outline-2 focus-visible:outline-offset-0',
              left < 0 ? 'border-negative' : 'border-field-line',
            )}
          />
          <button
            type="button"
            aria-label={t('chat.send')}
            title={t('chat.send')}
            // Not `disabled`: the button must keep the focus when the text is sent.
            aria-disabled={!canSend}
            onClick={send}
            // The keyboard of a phone must not go away.
            onPointerDown={(event) => event.preventDefault()}
            className={cx(
              'inline-flex size-11 shrink-0 items-center justify-center rounded-full',
              canSend ? 'bg-accent text-on-accent hover:brightness-105' : 'bg-sunken text-ink-soft',
            )}
          >
            <SendHorizontal className="size-5" aria-hidden />
          </button>
        </div>
      </div>
      <p
        id={`${id}-left`}
        aria-live="polite"
        className={cx(
          'px-4 pt-1 text-right text-xs',
          left < 0 ? 'text-negative' : 'text-ink-soft',
          left > counted && 'sr-only',
        )}
      >
        {left < 0 && t('chat.tooLong', { count: -left })}
        {left >= 0 && left <= counted && t('chat.left', { count: left })}
      </p>
    </div>
  )
}

/** The field is as high as its text, up to its greatest height. */
function useGrowing(input: RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const element = input.current
    if (!element) return
    element.style.height = 'auto'
    const border = element.offsetHeight - element.clientHeight
    element.style.height = `${element.scrollHeight + border}px`
  }, [input, value])
}
