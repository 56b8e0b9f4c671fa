import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Placeholders } from './part.tsx'

/** Most parts arrive within this many milliseconds; a placeholder that appears earlier would only flash. */
const patience = 200

/** Shown in place of a page; the bar and the menu around it stay. */
export const pagePlaceholders: Placeholders<object> = {
  waiting: () => <PageWaits />,
  failed: (_, again) => <PageFailed again={again} />,
}

/** Shown in place of a modal: a sheet that can be closed. */
export const modalPlaceholders: Placeholders<{ onClose(): void }> = {
  waiting: ({ onClose }) => <ModalWaits onClose={onClose} />,
  failed: ({ onClose }, again) => <ModalFailed onClose={onClose} again={again} />,
}

function useLate(): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return late
}

function PageWaits() {
  if (!useLate()) return null
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

function PageFailed({ again }: { again(): void }) {
  const { t } = useTranslation()
  return (
    <>
      <h1 className="sr-only">{t('ui.partFailed')}</h1>
      <Failed title={t('ui.partFailed')} text={t('ui.partFailedText')} onRetry={again} />
    </>
  )
}

function ModalWaits({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  if (!useLate()) return null
  return (
    <Dialog title={t('ui.loading')} onClose={onClose}>
      <Loading>
        <div className="grid gap-3 pb-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-32" />
          <Skeleton className="h-12" />
        </div>
      </Loading>
    </Dialog>
  )
}

function ModalFailed({ onClose, again }: { onClose(): void; again(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('ui.partFailed')}
      onClose={onClose}
      footer={
        <Button wide autoFocus onClick={again}>
          {t('ui.retry')}
        </Button>
      }
    >
      <p role="alert" className="pb-2 text-base text-pretty">
        {t('ui.partFailedText')}
      </p>
    </Dialog>
  )
}
