import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { textOr } from '../../app/i18n.ts'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'

const empty = { oldPassword: '', newPassword: '', again: '' }

/** Changes the own password. @param isGiven the old password was given by somebody else */
export function PasswordForm({ isGiven }: { isGiven: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(empty)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const { oldPassword, newPassword, again } = typed

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setFailure(undefined)
    const wrong = Object.entries(typed).find(([, text]) => text === '')?.[0]
    if (wrong || newPassword !== again) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong ?? 'again'}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await api('PUT /api/console/password', { oldPassword, newPassword })
      setTyped(empty)
      setTried(false)
      toast('positive', t('operator.password.done'))
      await queries.invalidateQueries({ queryKey: ['operator'] })
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }

  const problem = problemOf(failure)
  const field = (name: keyof typeof empty) => ({
    name,
    type: 'password',
    maxLength: 128,
    required: true,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  const missing = (text: string) => (tried && text === '' ? t('ui.required') : undefined)
  const differs = tried && again !== '' && again !== newPassword
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t(isGiven ? 'operator.password.given' : 'operator.password.old')}
        autoComplete="current-password"
        error={missing(oldPassword)}
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
      <Refused text={failure === undefined || problem ? undefined : errorText(failure)} />
      <Button type="submit" wide busy={busy} busyLabel={t('operator.password.sending')}>
        {t('operator.password.submit')}
      </Button>
    </form>
  )
}

/** What the server found wrong with the new password, in words. */
function problemOf(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const reason = failure.body.fields?.find(({ field }) => field === 'newPassword')?.reason
  return reason ? textOr([`operator.password.problem.${reason}`], '') || undefined : undefined
}
