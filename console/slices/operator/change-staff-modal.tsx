import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
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

export type Staff = AnswerOf<'GET /api/console/staff'>[number]

type Action = 'save' | 'active' | 'reset'

/**
 * Changes an operator's name or role, suspends or reinstates them, or asks for a new password for them. What takes two
 * owners waits on the page until another one approves it.
 */
export function ChangeStaffModal({ person, onClose }: { person: Staff; onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState(person.name)
  const [role, setRole] = useState(person.role)
  const [running, setRunning] = useState<Action>()
  const [failure, setFailure] = useState<unknown>()
  const formId = useId()
  const params = { id: person._id }
  const isMissing = name.trim() === ''

  async function run(action: Action, act: () => Promise<unknown>): Promise<void> {
    if (running) return
    setFailure(undefined)
    setRunning(action)
    try {
      await act()
      await queries.invalidateQueries({ queryKey: ['staff'] })
      await queries.invalidateQueries({ queryKey: ['operator'] })
      onClose()
    } catch (error) {
      setFailure(error)
      setRunning(undefined)
    }
  }

  const change = (action: Action, body: BodyOf<'PUT /api/console/staff/:id'>) =>
    run(action, async () => {
      const { request } = await api('PUT /api/console/staff/:id', { params, ...body })
      toast('positive', t(request ? 'operator.request.asked' : 'operator.staff.saved'))
    })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isMissing) change('save', { name, role })
  }

  const reset = () =>
    run('reset', async () => {
      await api('POST /api/console/staff/:id/password', { params })
      toast('positive', t('operator.request.asked'))
    })

  const saving = { busyLabel: t('operator.staff.saving') }
  return (
    <Dialog
      title={person.name}
      onClose={onClose}
      locked={running !== undefined}
      footer={
        <FormActions
          formId={formId}
          label={t('operator.staff.save')}
          busy={running === 'save'}
          {...saving}
          disabled={running !== undefined}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
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
        <Refused text={failure === undefined ? undefined : errorText(failure)} />
      </form>
    </Dialog>
  )
}
