import { languageNames, languageTags } from '@krapao/contract/languages.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { MessageSquareQuote } from 'lucide-react'
import { Link } from 'wouter'
import { errorText } from '../../app/errors.ts'
import { fillIn, replyIn } from './reply-text.ts'
import type { ReplyPicker } from './use-reply-picker.ts'

/** The canned replies that may be inserted, above the field that keeps the focus. */
export function ReplyList({ picker }: { picker: ReplyPicker }) {
  const { t } = useTranslation()
  const { id, isOpen, found, at, error, language, name, choose, retry } = picker
  if (!isOpen) return null
  return (
    <div className="absolute inset-x-2 bottom-full z-10 mb-1 max-h-[min(20rem,45dvh)] overflow-y-auto rounded-2xl border border-line bg-card p-1 text-sm shadow-card">
      <p role="status" className="px-3 py-1.5 text-xs text-ink-soft">
        {found ? t('chats.replies.found', { count: found.length }) : error ? errorText(error) : ''}
      </p>
      {error && !found && (
        <button type="button" onClick={retry} className="min-h-11 px-3 font-semibold text-link">
          {t('ui.retry')}
        </button>
      )}
      {!found && !error && (
        <Loading>
          <Skeleton className="m-1 h-11" />
          <Skeleton className="m-1 h-11" />
        </Loading>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={t('chats.replies.title')} className="grid">
        {found?.map((reply, i) => {
          const shown = replyIn(reply, language)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
            <div
              key={reply._id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(reply)}
              className={cx(
                'grid min-h-11 cursor-pointer content-center rounded-xl px-3 py-1.5',
                i === at ? 'bg-sunken' : 'hover:bg-sunken',
              )}
            >
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="font-semibold wrap-anywhere">/{reply.shortcut}</span>
                {shown.language !== language && (
                  <span className="rounded-md bg-notice-soft px-1.5 text-xs text-notice">
                    {t('chats.replies.otherLanguage', { language: languageNames[shown.language] })}
                  </span>
                )}
              </span>
              <span lang={languageTags[shown.language]} data-preview className="line-clamp-2 text-ink-soft">
                {fillIn(shown.text, name)}
              </span>
            </div>
          )
        })}
      </div>
      <Link href="/chats/replies" className="inline-flex min-h-11 items-center px-3 font-medium text-link">
        {t('chats.replies.all')}
      </Link>
    </div>
  )
}

/** Opens and closes the list beside the field. */
export function ReplyButton({ picker, disabled }: { picker: ReplyPicker; disabled: boolean }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('chats.replies.insert')}
      aria-expanded={picker.isOpen}
      disabled={disabled}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={picker.toggle}
      className="text-ink-soft"
    >
      <MessageSquareQuote className="size-5" aria-hidden />
    </IconButton>
  )
}
