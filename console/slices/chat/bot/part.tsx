import { languageNames, languages } from '@krapao/contract/languages.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

import type { PartId } from './places.ts'
import type { BotEditor } from './use-bot-editor.ts'

const beginningOf = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text)

/** One part of what the bot says, opened by its heading; one part is open at a time. */
export function Part({
  id,
  title,
  about,
  editor,
  tools,
  onKeyDown,
  children,
}: {
  id: PartId
  title: string
  /** What is shown under the heading while the part is closed. */
  about?: string | undefined
  editor: BotEditor
  /** Beside the heading. */
  tools?: ReactNode
  /** Alt with an arrow was pressed on the heading, or another key. */
  onKeyDown?(event: KeyboardEvent): void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const panel = useId()
  const isOpen = editor.open === id
  const count = editor.countIn(id)
  return (
    <section
      aria-label={title}
      className={cx('rounded-card bg-card shadow-card', isOpen && 'outline-1 outline-line')}
    >
      <div className="flex flex-wrap items-center gap-x-2 px-1 py-1.5 sm:px-3">
        <h2 className="min-w-[min(12rem,100%)] flex-1">
          <button
            type="button"
            data-place={id}
            aria-expanded={isOpen}
            aria-controls={panel}
            aria-keyshortcuts={onKeyDown && 'Alt+ArrowUp Alt+ArrowDown'}
            onClick={() => editor.setOpen(isOpen ? undefined : id)}
            onKeyDown={onKeyDown}
            className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-xl px-2 py-1 text-left hover:bg-sunken"
          >
            <ChevronDown
              className={cx('size-5 shrink-0 transition-transform', !isOpen && '-rotate-90')}
              aria-hidden
            />
            <span className="grid min-w-0 flex-[1_1_7.5rem] grid-cols-1">
              <span className="font-semibold wrap-anywhere">{title}</span>
              {!isOpen && about && (
                <span className="text-sm text-ink-soft wrap-anywhere">{beginningOf(about)}</span>
              )}
            </span>
            {count > 0 && (
              <span className="inline-flex items-center gap-1 rounded-md bg-negative-soft px-1.5 text-xs font-semibold text-negative">
                <CircleAlert className="size-3.5 shrink-0" aria-hidden />
                {t('chats.bot.problems', { count })}
              </span>
            )}
          </button>
        </h2>
        {tools}
      </div>
      <div id={panel} hidden={!isOpen} className="grid grid-cols-1 gap-4 px-3 pt-1 pb-4 sm:px-5">
        {isOpen && (
          <>
            <LanguageChoice id={id} editor={editor} />
            {children}
          </>
        )}
      </div>
    </section>
  )
}

/** The language that is edited and previewed, and how much is missing in each. */
function LanguageChoice({ id, editor }: { id: PartId; editor: BotEditor }) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">{t('chats.bot.language')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {languages.map((one) => {
          const count = editor.countIn(id, one)
          return (
            <label
              key={one}
              className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 rounded-xl border border-line px-3 text-sm font-medium has-checked:border-link has-checked:bg-sunken has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={editor.language === one}
                onChange={() => editor.setLanguage(one)}
              />
              {languageNames[one]}
              {count > 0 && (
                <span className="inline-flex items-center gap-1 text-xs font-semibold text-negative">
                  <CircleAlert className="size-3.5 shrink-0" aria-hidden />
                  {t('chats.bot.missing', { count })}
                </span>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
