import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { proofText } from '../../app/errors.ts'
import { useOperator } from '../../app/use-operator.ts'
import { Refused } from '../../ui/refused.tsx'
import { CodeField } from './code-field.tsx'
import { passkeyFailure, proveByPasskey } from './passkey-calls.ts'
import { useForm } from './use-form.ts'

/** Proves who sits here: by a passkey or a code, whichever the operator has, else by the password. */
export function ConfirmForm({ onDone }: { onDone(): unknown }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { hasCode = false, hasPasskey = false } = operator?.secondFactor ?? {}
  return (
    <div className="grid gap-4">
      {hasPasskey && <ByPasskey onDone={onDone} />}
      {hasPasskey && hasCode && (
        <p className="text-center text-sm text-ink-soft">{t('operator.confirm.or')}</p>
      )}
      {(hasCode || !hasPasskey) && <ByTyping isCode={hasCode} autoFocus={!hasPasskey} onDone={onDone} />}
    </div>
  )
}

function ByPasskey({ onDone }: { onDone(): unknown }) {
  const { t } = useTranslation()
  const form = useForm((failure) => passkeyFailure(failure, proofText))
  return (
    <form
      ref={form.form}
      onSubmit={(event) =>
        form.submit(event, true, async () => {
          await proveByPasskey()
          await onDone()
        })
      }
      className="grid gap-4"
    >
      <Button
        type="submit"
        wide
        autoFocus
        busy={form.busy}
        busyLabel={t('operator.confirm.sending')}
        icon={<KeyRound className="size-5 shrink-0" aria-hidden />}
      >
        {t('operator.passkey.use')}
      </Button>
      <Refused text={form.refused} />
    </form>
  )
}

/** @param isCode a code of the authenticator app, else the password */
function ByTyping({ isCode, autoFocus, onDone }: { isCode: boolean; autoFocus: boolean; onDone(): unknown }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const form = useForm(proofText)
  const isWhole = isCode ? typed.length === 6 : typed !== ''
  const name = isCode ? 'code' : 'password'
  const passwordError = form.tried && typed === '' ? t('ui.required') : form.wrong
  return (
    <form
      ref={form.form}
      onSubmit={(event) =>
        form.submit(
          event,
          isWhole,
          async () => {
            await api('POST /api/console/confirm', isCode ? { code: typed } : { password: typed })
            await onDone()
          },
          name,
          () => setTyped(''),
        )
      }
      noValidate
      className="grid gap-4"
    >
      {isCode ? (
        <CodeField
          value={typed}
          tried={form.tried}
          wrong={form.wrong}
          autoFocus={autoFocus}
          onChange={setTyped}
        />
      ) : (
        <Field
          label={t('operator.login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          required
          autoFocus={autoFocus}
          value={typed}
          hint={passwordError === undefined ? t('operator.login.forgotten') : undefined}
          error={passwordError}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Button
        type="submit"
        wide
        look={autoFocus ? 'primary' : 'quiet'}
        busy={form.busy}
        busyLabel={t('operator.confirm.sending')}
      >
        {t('operator.confirm.submit')}
      </Button>
      <Refused text={form.refused} />
    </form>
  )
}
