import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormModal } from '../../app/form-modal.tsx'
import { toast } from '../../ui/toasts.ts'
import { RoleField } from './role-field.tsx'

export type Staff = AnswerOf<'GET /api/console/staff'>[number]

type Action = 'save' | 'active' | 'reset'

/**
 * Changes an operator's name or role, suspends or reinstates them, or asks for a new password for them. What
 * takes two owners waits on the page until another one approves it.
 */
export function ChangeStaffModal({ person, onClose }: { person: Staff; onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState(person.name)
  const [role, setRole] = useState(person.role)
  const [action, setAction] = useState<Action>()
  const form = useForm()
  const running = form.busy ? action : undefined
  const params = { id: person._id }
  const isMissing = name.trim() === ''

  function run(next: Action, act: () => Promise<unknown>): void {
    if (form.busy) return
    setAction(next)
    form.submit(undefined, true, async () => {
      await act()
      await queries.invalidateQueries({ queryKey: ['staff'] })
      await queries.invalidateQueries({ queryKey: ['operator'] })
      onClose()
    })
  }

  const change = (next: Action, body: BodyOf<'PUT /api/console/staff/:id'>) =>
    run(next, async () => {
      const { request } = await api('PUT /api/console/staff/:id', { params, ...body })
      toast('positive', t(request ? 'operator.request.asked' : 'operator.staff.saved'))
    })

  const reset = () =>
    run('reset', async () => {
      await api('POST /api/console/staff/:id/password', { params })
      toast('positive', t('operator.request.asked'))
    })

  const saving = { busyLabel: t('operator.staff.saving') }
  return (
    <FormModal
      title={person.name}
      label={t('operator.staff.save')}
      {...saving}
      form={form}
      isSent={running === 'save'}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMissing) change('save', { name, role })
      }}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft wrap-anywhere">{person.email}</p>
      <Field
        label={t('operator.staff.name')}
        name="name"
        autoComplete="off"
        maxLength={80}
        required
        value={name}
        error={isMissing ? t('ui.required') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <RoleField role={role} onChange={setRole} />
      <p className="text-sm text-ink-soft">{t('operator.request.twoChange')}</p>
      <div className="grid gap-1.5 border-t border-line pt-4">
        <Button
          look="quiet"
          busy={running === 'reset'}
          disabled={running !== undefined}
          onClick={reset}
          {...saving}
        >
          {t('operator.staff.reset')}
        </Button>
        <p className="text-sm text-ink-soft">{t('operator.staff.resetText')}</p>
      </div>
      <div className="grid gap-1.5">
        <Button
          look={person.isActive ? 'danger' : 'quiet'}
          busy={running === 'active'}
          disabled={running !== undefined}
          onClick={() => change('active', { isActive: !person.isActive })}
          {...saving}
        >
          {t(person.isActive ? 'operator.staff.shutOut' : 'operator.staff.letIn')}
        </Button>
        {person.isActive && <p className="text-sm text-ink-soft">{t('operator.staff.shutOutText')}</p>}
      </div>
    </FormModal>
  )
}
