import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useEffect, useState } from 'react'
import type { Failure, Placeholders } from './part.tsx'

/** Most pages arrive within this many milliseconds; a placeholder that appears earlier would only flash. */
const patience = 200

/** Shown in place of a page; the bar and the menu around it stay. */
export const pagePlaceholders: Placeholders<object> = {
  waiting: () => <PageWaits />,
  failed: (_, again, why) => <PageFailed again={again} why={why} />,
}

function PageWaits() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <Loading>
      <div className="grid gap-4">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-64 rounded-card" />
      </div>
    </Loading>
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
