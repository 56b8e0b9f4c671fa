import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { textOr } from '../../app/i18n.ts'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'
import { useForm } from './use-form.ts'

const empty = { oldPassword: '', newPassword: '', again: '' }

/** Changes the own password. @param isGiven the old password was given by somebody else */
export function PasswordForm({ isGiven }: { isGiven: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(empty)
  const form = useForm()
  const { oldPassword, newPassword, again } = typed

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const isReady = oldPassword !== '' && newPassword !== '' && newPassword === again
    return form.submit(event, isReady, async () => {
      await api('PUT /api/console/password', { oldPassword, newPassword })
      setTyped(empty)
      toast('positive', t('operator.password.done'))
      await queries.invalidateQueries({ queryKey: ['operator'] })
    })
  }

  const problem = problemOf(form.failure)
  const field = (name: keyof typeof empty) => ({
    name,
    type: 'password',
    maxLength: 128,
    required: true,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  const missing = (text: string) => (form.tried && text === '' ? t('ui.required') : undefined)
  const differs = form.tried && again !== '' && again !== newPassword
  return (
    <form ref={form.form} onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t(isGiven ? 'operator.password.given' : 'operator.password.old')}
        autoComplete="current-password"
        error={missing(oldPassword) ?? form.wrong}
        {...field('oldPassword')}
      />
      <Field
        label={t('operator.password.new')}
        hint={t('operator.password.hint')}
        autoComplete="new-password"
        error={missing(newPassword) ?? problem}
        {...field('newPassword')}
      />
      <Field
        label={t('operator.password.again')}
        autoComplete="new-password"
        error={missing(again) ?? (differs ? t('operator.password.differs') : undefined)}
        {...field('again')}
      />
      <Button
        type="submit"
        wide
        look={isGiven ? 'primary' : 'quiet'}
        busy={form.busy}
        busyLabel={t('operator.password.sending')}
      >
        {t('operator.password.submit')}
      </Button>
      <Refused text={problem ? undefined : form.refused} />
    </form>
  )
}

/** What the server found wrong with the new password, in words. */
function problemOf(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const reason = failure.body.fields?.find(({ field }) => field === 'newPassword')?.reason
  return reason ? textOr([`operator.password.problem.${reason}`], '') || undefined : undefined
}
