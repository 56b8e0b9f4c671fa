import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, type ButtonProps } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'

/**
 * The buttons of a dialog with a form: cancel and submit.
 * @param disabled true while something else of the dialog is being sent; by default while `busy`
 */
export function FormActions({
  formId,
  label,
  look,
  outlined = false,
  busy,
  busyLabel,
  disabled = busy,
  onCancel,
}: {
  formId: string
  label: string
  look?: ButtonProps['look']
  /** What acts differs from "cancel" by its edge, where it is not to be recommended. */
  outlined?: boolean
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
        className={cx('flex-[2_1_9rem]', outlined && 'border-2 border-link')}
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
