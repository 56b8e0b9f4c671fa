import { password as length } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useState } from 'react'
import { CheckField } from '../../../ui/check-field.tsx'
import { FormFailure } from '../form-failure.tsx'
import { SecretField } from '../secret-field.tsx'
import { useForm } from '../use-form.ts'

/** The new password, once: who mistypes it sees it with the eye. */
export function NewPasswordStep({
  phone,
  onSubmit,
}: {
  /** The username under which the password manager stores it. */
  phone: string
  onSubmit(password: string, remember: boolean): Promise<void>
}) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const form = useForm({ newPassword: 'password' } as const)
  return (
    <form
      ref={form.form}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) =>
        form.submit(event, { password: password ? undefined : 'required' }, () =>
          onSubmit(password, remember),
        )
      }
    >
      <input type="hidden" name="username" autoComplete="username" value={phone} />
      <SecretField
        label={t('account.password.new')}
        hint={t('account.password.hint', { min: length.min })}
        autoComplete="new-password"
        value={password}
        error={form.error('password')}
        onType={(typed) => {
          form.typed('password')
          setPassword(typed)
        }}
      />
      <CheckField
        label={t('account.login.remember')}
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
      <FormFailure failure={form.failure} />
      <Button type="submit" wide busy={form.busy} busyLabel={t('ui.busy.saving')}>
        {t('account.reset.submit')}
      </Button>
      <p className="text-sm text-pretty text-ink-soft">{t('account.reset.ends')}</p>
    </form>
  )
}
