import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Lock } from 'lucide-react'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { useOperator } from '../../../app/use-operator.ts'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { NoteField } from './note-field.tsx'
import { NoteRow } from './note-row.tsx'
import { type Subject, useNotes } from './queries.ts'

/** The staff's private notes about an item or conversation and about its member; auditors only read them. */
export function Notes({ queue, id }: Subject) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotes({ queue, id })
  const notes = data?.pages.flatMap((page) => page.notes)
  return (
    <section aria-label={t('work.note.title')} className="grid gap-2">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <Lock className="size-4" aria-hidden />
        {t('work.note.title')}
        <span className="font-normal text-ink-soft">{t('work.note.private')}</span>
      </h3>
      {operator && operator.role !== 'auditor' && <NoteField queue={queue} id={id} />}
      {notes ? (
        notes.map((note) => (
          <NoteRow key={note._id} note={note} isElsewhere={note.queue !== queue || note.id !== id} />
        ))
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <LoadingRows className="h-14" count={1} />
      )}
      {hasNextPage && (
        <MoreButton label={t('work.older')} busy={isFetchingNextPage} onClick={() => fetchNextPage()} />
      )}
    </section>
  )
}
