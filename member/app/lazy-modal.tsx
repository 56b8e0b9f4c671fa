import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { fetching } from './lazy.tsx'
import { type Failure, type Load, type Part, type Placeholders, partOf } from './part.tsx'

/** Shown in place of a modal: a sheet that can be closed. It opens at once, so that a press never seems to do nothing. */
const placeholders: Placeholders<{ onClose(): void }> = {
  waiting: ({ onClose }) => <Waits onClose={onClose} />,
  failed: ({ onClose }, again, why) => <LoadFailed onClose={onClose} again={again} why={why} />,
}

/** A modal that is loaded, with its slice's texts, when it is first opened. */
export const lazyModal = <P extends { onClose(...outcome: never[]): void }>(
  slices: string[],
  load: Load<P>,
): Part<P> => partOf(fetching(slices, load), placeholders as never)

function Waits({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
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

function LoadFailed({ onClose, again, why }: { onClose(): void; again(): void; why: Failure }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t(why === 'lost' ? 'ui.partFailed' : 'ui.broken')}
      onClose={onClose}
      footer={
        <Button wide autoFocus onClick={again}>
          {t('ui.retry')}
        </Button>
      }
    >
      <p role="alert" className="pb-2 text-base text-pretty">
        {t(why === 'lost' ? 'ui.partFailedText' : 'ui.brokenText')}
      </p>
    </Dialog>
  )
}
