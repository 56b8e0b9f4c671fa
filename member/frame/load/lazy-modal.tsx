import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import type { ParseKeys } from 'i18next'
import { fetching } from './lazy.tsx'
import { type Failure, type Load, type Part, type Placeholders, partOf } from './part.tsx'

/**
 * Shown in place of a modal: a sheet that can be closed. It opens at once, so that a press never seems to do
 * nothing.
 */
const placeholdersOf = (name: ParseKeys | undefined): Placeholders<Shown> => ({
  waiting: (props) => <Waits name={name} {...props} />,
  failed: (props, again, why) => <LoadFailed name={name} {...props} again={again} why={why} />,
})

interface Shown {
  onClose(): void
  /** What it is called where only its opener knows that, such as a game. */
  called?: string | undefined
}

/**
 * A modal that is loaded, with its slice's texts, when it is first opened.
 * @param name a text of wherever it is opened, by which it is called while it is not there: mostly that of
 *   the button
 */
export const lazyModal = <P extends { onClose(...outcome: never[]): void }>(
  slices: string[],
  load: Load<P>,
  name?: ParseKeys,
): Part<P> => partOf(fetching(slices, load), placeholdersOf(name) as never)

function Waits({ name = 'ui.loading', called, onClose }: Shown & { name: ParseKeys | undefined }) {
  const { t } = useTranslation()
  return (
    <Dialog title={called ?? t(name)} onClose={onClose}>
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

function LoadFailed({
  name,
  called,
  onClose,
  again,
  why,
}: Shown & {
  name: ParseKeys | undefined
  again(): void
  why: Failure
}) {
  const { t } = useTranslation()
  const title = called ?? (name && t(name))
  const failed = t(why === 'lost' ? 'ui.partFailed' : 'ui.broken')
  return (
    <Dialog
      title={title ?? failed}
      onClose={onClose}
      footer={
        <Button wide autoFocus onClick={again}>
          {t('ui.retry')}
        </Button>
      }
    >
      <div role="alert" className="pb-2 text-base text-pretty">
        {title && <p className="font-semibold">{failed}</p>}
        <p>{t(why === 'lost' ? 'ui.partFailedText' : 'ui.brokenText')}</p>
      </div>
    </Dialog>
  )
}
