import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Link } from 'wouter'
import { textOr } from '../../../app/i18n.ts'
import { formatWhen } from '../../../ui/when.ts'
import { pieces } from './mention-text.ts'
import { type Note, pathOf } from './queries.ts'

/** One note. @param isElsewhere it was written at another item, which is linked */
export function NoteRow({ note, isElsewhere, isNew }: { note: Note; isElsewhere: boolean; isNew?: boolean }) {
  const { t } = useTranslation()
  const { operator, kind, mentions, text, queue } = note
  return (
    <article className={cx('rounded-2xl bg-card px-4 py-2.5 text-sm', isNew && 'border-l-4 border-link')}>
      <p className="flex flex-wrap gap-x-2 text-ink-soft">
        <span className="font-semibold text-ink wrap-anywhere">{operator.name}</span>
        <span>{formatWhen(note.at)}</span>
        {isElsewhere && (
          <Link href={pathOf(note)} className="-my-2 inline-flex min-h-11 items-center font-medium text-link">
            {queue === 'chat' ? t('work.chat') : textOr([`desk.queue.${queue}.one`], queue)}
          </Link>
        )}
      </p>
      {kind !== 'note' && (
        <p className="font-medium">
          {t(kind === 'taken-over' ? 'work.note.takenOver' : 'work.note.assigned', {
            name: mentions.map(({ name }) => name).join(', ') || operator.name,
          })}
        </p>
      )}
      {text && (
        <p className="whitespace-pre-wrap wrap-anywhere">
          {pieces(text, mentions).map(({ text: piece, isName }, at) =>
            isName ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a note does not change
              <strong key={at} className="font-semibold text-link">
                {piece}
              </strong>
            ) : (
              piece
            ),
          )}
        </p>
      )}
    </article>
  )
}
