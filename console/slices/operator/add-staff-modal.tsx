import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { FormModal } from '../../app/form-modal.tsx'
import { toast } from '../../ui/toasts.ts'
import { RoleField } from './role-field.tsx'

/** Asks for the data of a new operator, whom another owner then approves. */
export function AddStaffModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('cashier')
  const form = useForm()
  const isReady = name.trim() !== '' && email.trim() !== ''

  async function ask(): Promise<void> {
    await api('POST /api/console/staff', { name, email, role })
    toast('positive', t('operator.request.asked'))
    await queries.invalidateQueries({ queryKey: ['staff'] })
    onClose()
  }

  const required = (text: string) => (form.tried && text.trim() === '' ? t('ui.required') : undefined)
  return (
    <FormModal
      title={t('operator.staff.add')}
      label={t('operator.staff.add')}
      busyLabel={t('operator.staff.adding')}
      form={form}
      say={(failure) => (isBadEmail(failure) ? undefined : errorText(failure))}
      onSubmit={(event) => form.submit(event, isReady, ask)}
      onClose={onClose}
    >
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
        error={required(email) ?? (isBadEmail(form.failure) ? t('operator.staff.badEmail') : undefined)}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RoleField role={role} onChange={setRole} />
      <p className="text-sm text-ink-soft">{t('operator.request.twoAdd')}</p>
    </FormModal>
  )
}

const isBadEmail = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'INVALID_USER_INFO'
