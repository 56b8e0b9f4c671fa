import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'
import { RoleField } from './role-field.tsx'

/** Asks for the data of a new operator, whom another owner then approves. */
export function AddStaffModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('cashier')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const formId = useId()

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setFailure(undefined)
    const missing = name.trim() === '' ? 'name' : email.trim() === '' ? 'email' : undefined
    if (missing) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await api('POST /api/console/staff', { name, email, role })
      toast('positive', t('operator.request.asked'))
      await queries.invalidateQueries({ queryKey: ['staff'] })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  const isBadEmail = failure instanceof ApiError && failure.code === 'INVALID_USER_INFO'
  const required = (text: string) => (tried && text.trim() === '' ? t('ui.required') : undefined)
  return (
    <Dialog
      title={t('operator.staff.add')}
      onClose={onClose}
      locked={busy}
      footer={
        <FormActions
          formId={formId}
          label={t('operator.staff.add')}
          busy={busy}
          busyLabel={t('operator.staff.adding')}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={t('operator.staff.name')}
          name="name"
          autoComplete="off"
          maxLength={80}
          required
          value={name}
          error={required(name)}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={t('operator.staff.email')}
          name="email"
          type="email"
          autoComplete="off"
          maxLength={200}
          required
          value={email}
          error={required(email) ?? (isBadEmail ? t('operator.staff.badEmail') : undefined)}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleField role={role} onChange={setRole} />
        <p className="text-sm text-ink-soft">{t('operator.request.twoAdd')}</p>
        <Refused text={failure === undefined || isBadEmail ? undefined : errorText(failure)} />
      </form>
    </Dialog>
  )
}
