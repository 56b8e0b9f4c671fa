import { Button, type ButtonProps } from '@krapao/web/ui/button.tsx'
import { useTranslation } from 'react-i18next'

/**
 * The foot of a dialog with a form: cancel, and what sends the form.
 * @param disabled something else of the dialog is being sent; default: while `busy`
 */
export function FormActions({
  formId,
  label,
  look,
  busy,
  busyLabel,
  disabled = busy,
  onCancel,
}: {
  formId: string
  label: string
  look?: ButtonProps['look']
  busy: boolean
  busyLabel: string
  disabled?: boolean
  onCancel(): void
}) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[1fr_2fr] gap-3">
      <Button look="quiet" onClick={onCancel} disabled={disabled}>
        {t('ui.cancel')}
      </Button>
      <Button type="submit" form={formId} look={look} busy={busy} busyLabel={busyLabel} disabled={disabled}>
        {label}
      </Button>
    </div>
  )
}
