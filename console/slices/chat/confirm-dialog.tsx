import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import type { ReactNode } from 'react'
import { errorText } from '../../app/errors.ts'
import { Refused } from '../../ui/refused.tsx'

/**
 * A question before one call. It closes when the call was carried out; otherwise it stays open and says why
 * not.
 * @param label of the button that says yes
 * @param mayRun whether what `children` ask for is there; false: the dialog stays as it is
 * @param run the call; what it throws is shown
 */
export function ConfirmDialog({
  title,
  text,
  label,
  busyLabel,
  look = 'primary',
  children,
  mayRun,
  run,
  onClose,
}: {
  title: string
  text: string
  label: string
  busyLabel: string
  look?: 'primary' | 'danger'
  children?: ReactNode
  mayRun?(): boolean
  run(): Promise<void>
  onClose(): void
}) {
  const { t } = useTranslation()
  const { busy, failure, forget, send } = useSend()

  async function confirm(): Promise<void> {
    forget()
    if (mayRun && !mayRun()) return
    await send(async () => {
      await run()
      onClose()
    })
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      locked={busy}
      footer={
        <div className="flex gap-3">
          <Button look="quiet" wide onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button look={look} wide onClick={confirm} busy={busy} busyLabel={busyLabel}>
            {label}
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">{text}</p>
      {children}
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
    </Dialog>
  )
}
