import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { type ReactNode, useId } from 'react'
import { errorText } from '../../../app/errors.ts'
import { FormActions } from '../../../ui/form-actions.tsx'
import { Refused } from '../../../ui/refused.tsx'

/** A dialog with a small form and one button that sends it. */
export function WorkModal({
  title,
  label,
  busy,
  failure,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  label: string
  busy: boolean
  failure: unknown
  onSubmit(): void
  onClose(): void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const formId = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      locked={busy}
      footer={
        <FormActions
          formId={formId}
          label={label}
          busy={busy}
          busyLabel={t('desk.sending')}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <Refused text={failure === undefined ? undefined : errorText(failure)} />
      </form>
    </Dialog>
  )
}
