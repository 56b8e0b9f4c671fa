import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, type ButtonProps } from '@krapao/web/ui/button.tsx'

/**
 * The buttons of a dialog with a form: cancel and submit.
 * @param disabled true while something else of the dialog is being sent; by default while `busy`
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
    <div className="flex flex-wrap gap-3">
      <Button look="quiet" className="flex-[1_1_7rem]" onClick={onCancel} disabled={disabled}>
        {t('ui.cancel')}
      </Button>
      <Button
        type="submit"
        className="flex-[2_1_9rem]"
        form={formId}
        look={look}
        busy={busy}
        busyLabel={busyLabel}
        disabled={disabled}
      >
        {label}
      </Button>
    </div>
  )
}
