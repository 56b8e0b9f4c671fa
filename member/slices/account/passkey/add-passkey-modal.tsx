import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { makePasskey } from '@krapao/web/passkey/make-passkey.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { type FormEvent, useState } from 'react'
import { api } from '../../../frame/calls/api.ts'
import { keptPhone } from '../../../frame/calls/session.ts'
import { toast } from '../../../ui/overlay.tsx'
import { FormFailure } from '../form-failure.tsx'
import { SecretField } from '../secret-field.tsx'
import { useForm } from '../use-form.ts'

/** The password once more, then what the device asks (rules.md §2.8). */
export default function AddPasskeyModal({ onClose }: { onClose(added: boolean): void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const form = useForm<'password'>()

  const submit = (event: FormEvent) =>
    form.submit(event, { password: password ? undefined : 'required' }, async () => {
      const options = await api('POST /api/account/passkeys/options', { password })
      const made = await makePasskey(options)
      if (typeof made === 'string') {
        toast('neutral', t(made === 'exists' ? 'account.passkey.exists' : 'account.passkey.cancelled'))
        return
      }
      await api('POST /api/account/passkeys', { credential: made })
      toast('positive', t('account.passkey.added'))
      onClose(true)
    })

  return (
    <Dialog
      title={t('account.passkey.add')}
      onClose={() => onClose(false)}
      locked={form.busy}
      footer={
        <Button type="submit" form="add-passkey" wide busy={form.busy} busyLabel={t('ui.busy.checking')}>
          {t('ui.next')}
        </Button>
      }
    >
      <form
        id="add-passkey"
        ref={form.form}
        onSubmit={submit}
        noValidate
        className="grid grid-cols-1 gap-4 pb-2"
      >
        <p className="text-base text-pretty">{t('account.passkey.why')}</p>
        <input type="hidden" name="username" autoComplete="username" value={keptPhone()} />
        <SecretField
          label={t('account.password.label')}
          autoComplete="current-password"
          value={password}
          error={form.error('password')}
          onType={(typed) => {
            form.typed('password')
            setPassword(typed)
          }}
        />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
