import type { Form } from '@krapao/web/form/use-form.ts'
import type { ButtonProps } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { type FormEvent, type ReactNode, useId } from 'react'
import { FormActions } from '../ui/form-actions.tsx'
import { Refused } from '../ui/refused.tsx'
import { errorText } from './errors.ts'

/**
 * A dialog with one form: what is asked, why it was refused, and at its foot the button that sends it. It
 * stays open while the call is under way.
 * @param label of the button that sends it; @param busyLabel the same meanwhile
 * @param isSent false while something else of the dialog is being sent
 * @param outlined see `FormActions`
 * @param say a refusal in words; undefined: a field says it
 * @param beside, wide see `Dialog`
 */
export function FormModal({
  title,
  label,
  look,
  outlined = false,
  busyLabel,
  form: { form, busy, failure },
  isSent = true,
  say = errorText,
  beside = false,
  wide = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  label: string
  look?: ButtonProps['look']
  outlined?: boolean
  busyLabel: string
  form: Pick<Form, 'form' | 'busy' | 'failure'>
  isSent?: boolean
  say?(failure: unknown): string | undefined
  beside?: boolean
  wide?: boolean
  onSubmit(event: FormEvent): unknown
  onClose(): void
  children: ReactNode
}) {
  const formId = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      locked={busy}
      beside={beside}
      wide={wide}
      footer={
        <FormActions
          formId={formId}
          label={label}
          look={look}
          outlined={outlined}
          busy={busy && isSent}
          busyLabel={busyLabel}
          disabled={busy}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
        {children}
        <Refused text={failure === undefined ? undefined : say(failure)} />
      </form>
    </Dialog>
  )
}
