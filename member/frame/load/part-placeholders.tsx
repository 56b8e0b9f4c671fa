import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useEffect, useState } from 'react'
import type { Failure, Placeholders } from './part.tsx'

/** Most pages arrive within this many milliseconds; a placeholder that appears earlier would only flash. */
const patience = 200

/**
 * Shown in place of a page; the bar and the menu around it stay.
 * @param title the text of its heading, which is there already
 */
export const placeholdersOf = (title?: 'menu.statement'): Placeholders<object> => ({
  waiting: () => <PageWaits title={title} />,
  failed: (_, again, why) => <PageFailed again={again} why={why} />,
})
export const pagePlaceholders = placeholdersOf()

function PageWaits({ title }: { title: 'menu.statement' | undefined }) {
  const { t } = useTranslation()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="grid gap-3">
      {/* At once and as high as on the page itself, so that it does not flash. */}
      {title && (
        <h1 className="flex min-h-11 items-center text-2xl font-bold max-[359px]:text-lg">{t(title)}</h1>
      )}
      {late && (
        <Loading>
          <div className="grid gap-4">
            <Skeleton className="h-44 rounded-card" />
            <Skeleton className="h-24 rounded-card" />
            <Skeleton className="h-64 rounded-card" />
          </div>
        </Loading>
      )}
    </div>
  )
}

function PageFailed({ again, why }: { again(): void; why: Failure }) {
  const { t } = useTranslation()
  return (
    <>
      <h1 className="sr-only">{t(why === 'lost' ? 'ui.partFailed' : 'ui.broken')}</h1>
      <PartFailed again={again} why={why} />
    </>
  )
}

/** Shown in place of a part of a page. */
export function PartFailed({ again, why }: { again(): void; why: Failure }) {
  const { t } = useTranslation()
  if (why === 'lost')
    return <Failed title={t('ui.partFailed')} text={t('ui.partFailedText')} onRetry={again} />
  return <Failed isOurs title={t('ui.broken')} text={t('ui.brokenText')} onRetry={again} />
}
