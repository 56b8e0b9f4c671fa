import { brand } from '@krapao/web/brand/brand.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { LanguageSelect } from '@krapao/web/i18n/language-select.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { Info } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { api, type Ending } from '../../app/api.ts'
import { proofText } from '../../app/errors.ts'
import { keepToken, keptEmail, ownPath } from '../../app/session.ts'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'
import { useForm } from './use-form.ts'

/** Email and password; leads back to the page that asked for a login. */
export function LoginPage() {
  const { t } = useTranslation()
  useTitle(t('operator.login.title'))
  const [, navigate] = useLocation()
  const search = useSearch()
  const [ending] = useState(readEnding)
  const [email, setEmail] = useState(keptEmail)
  const [password, setPassword] = useState('')
  const form = useForm(proofText)

  const submit = (event: FormEvent<HTMLFormElement>) =>
    form.submit(
      event,
      email.trim() !== '' && password !== '',
      async () => {
        const { token, operator } = await api('POST /api/console/login', { email, password })
        keepToken(token, operator.email)
        navigate(ownPath(new URLSearchParams(search).get('next')), { replace: true })
      },
      'password',
    )

  const required = (value: string) => (form.tried && value === '' ? t('ui.required') : undefined)
  const passwordError = required(password) ?? form.wrong
  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col px-4">
      <header className="flex min-h-14 flex-wrap items-center justify-end gap-2">
        <img src="/art/brand/mark.svg" alt="" width={28} height={28} />
        <span className="min-w-0 flex-1 basis-28 font-bold">{t('ui.console', { name: brand.name })}</span>
        <LanguageSelect onFailed={() => toast('negative', t('ui.languageFailed'))} />
      </header>
      <main className="flex-1 pt-[clamp(1rem,12dvh,9rem)] pb-24">
        <div className="rounded-card bg-card p-6 shadow-card">
          <h1 className="text-2xl font-bold">{t('operator.login.title')}</h1>
          <p className="mb-5 text-sm text-ink-soft">{t('operator.login.lead')}</p>
          {ending && (
            <div role="status" className="mb-4">
              <Note icon={<Info className="mt-0.5 size-5 shrink-0" aria-hidden />}>
                {ending === 'inactive' ? t('operatorMsg.INACTIVE_USER') : t('operator.login.expired')}
              </Note>
            </div>
          )}
          <form ref={form.form} onSubmit={submit} noValidate className="grid gap-4">
            <Field
              label={t('operator.login.email')}
              name="email"
              type="email"
              autoComplete="username"
              maxLength={200}
              required
              value={email}
              error={required(email.trim())}
              onChange={(event) => setEmail(event.target.value)}
            />
            <Field
              label={t('operator.login.password')}
              name="password"
              type="password"
              autoComplete="current-password"
              maxLength={128}
              required
              value={password}
              // In the place of the error, which then moves nothing.
              hint={passwordError === undefined ? t('operator.login.forgotten') : undefined}
              error={passwordError}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button type="submit" wide busy={form.busy} busyLabel={t('operator.login.sending')}>
              {t('operator.login.submit')}
            </Button>
            <Refused text={form.refused} />
          </form>
        </div>
      </main>
    </div>
  )
}

/** Why the console led here; kept in the history entry, so that it survives a reload. */
const readEnding = (): Ending | undefined => history.state?.ending
