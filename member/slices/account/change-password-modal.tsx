import { password as length } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { type FormEvent, useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { refused } from '../../frame/calls/refused.tsx'
import { alert, toast } from '../../ui/overlay.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { failureText } from './problems.ts'
import { useForm } from './use-form.ts'

type Name = 'oldPassword' | 'newPassword' | 'confirm'
const empty: Record<Name, string> = { oldPassword: '', newPassword: '', confirm: '' }

/** Old password, new password, confirmation (product.md §5 Change password). */
export default function ChangePasswordModal({
  username,
  onClose,
}: {
  /** The username field, under which the password manager stores the new password. */
  username: string
  onClose(changed: boolean): void
}) {
  const { t } = useTranslation()
  const [values, setValues] = useState(empty)
  const form = useForm<Name>({ newPassword: 'newPassword' }, (error) =>
    alert({ title: t('ui.error'), text: refused(error, failureText(error)) }),
  )

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // With an empty field nothing is sent, and the focus moves to that field.
    const missing = (Object.keys(empty) as Name[]).find((name) => values[name] === '')
    if (missing) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus()
      return
    }
    const { oldPassword, newPassword, confirm } = values
    form.submit(event, confirm === newPassword ? {} : { confirm: 'newPasswordsDiffer' }, async () => {
      await api('PUT /api/account/changepwd', { oldPassword, newPassword })
      toast('positive', t('account.password.changed'))
      onClose(true)
    })
  }

  const field = (name: Name) => ({
    name,
    showLabel: t('ui.showPassword'),
    hideLabel: t('ui.hidePassword'),
    autoComplete: name === 'oldPassword' ? 'current-password' : 'new-password',
    required: true,
    maxLength: 128,
    value: values[name],
    error: form.error(name),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      form.typed(name)
      setValues({ ...values, [name]: event.target.value })
    },
  })

  return (
    <Dialog
      title={t('account.password.change')}
      onClose={() => onClose(false)}
      locked={form.busy}
      footer={
        <Button type="submit" form="change-password" wide busy={form.busy} busyLabel={t('ui.busy.saving')}>
          {t('account.password.change')}
        </Button>
      }
    >
      <form id="change-password" ref={form.form} onSubmit={submit} noValidate className="grid gap-4">
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <PasswordField label={t('account.password.old')} {...field('oldPassword')} />
        <PasswordField
          label={t('account.password.new')}
          hint={t('account.password.hint', { min: length.min })}
          {...field('newPassword')}
        />
        <PasswordField label={t('account.password.confirmNew')} {...field('confirm')} />
        <p className="text-sm text-pretty text-ink-soft">{t('account.password.others')}</p>
      </form>
    </Dialog>
  )
}
