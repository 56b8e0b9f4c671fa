import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { api } from '../../app/api.ts'
import { brand } from '../../app/brand.ts'
import { errorText } from '../../app/errors.ts'
import { LanguageSelect } from '../../app/language-select.tsx'
import { keepToken, ownPath } from '../../app/session.ts'
import { useTitle } from '../../app/title.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Refused } from '../../ui/states.tsx'

/** Email and password; leads back to the page that asked for a login. */
export function LoginPage() {
  const { t } = useTranslation()
  useTitle(t('operator.login.title'))
  const [, navigate] = useLocation()
  const search = useSearch()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setFailure(undefined)
    const missing = email.trim() === '' ? 'email' : password === '' ? 'password' : undefined
    if (missing) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const { token } = await api('POST /api/console/login', { body: { email, password } })
      keepToken(token)
      navigate(ownPath(new URLSearchParams(search).get('next')), { replace: true })
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  const required = (value: string) => (tried && value === '' ? t('ui.required') : undefined)
  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col px-4">
      <header className="flex min-h-14 items-center gap-2">
        <img src="/art/brand/mark.svg" alt="" width={28} height={28} />
        <span className="flex-1 truncate font-bold">{t('ui.console', { name: brand.name })}</span>
        <LanguageSelect />
      </header>
      <main className="grid flex-1 content-center pb-24">
        <div className="rounded-card bg-card p-6 shadow-card">
          <h1 className="text-2xl font-bold">{t('operator.login.title')}</h1>
          <p className="mb-5 text-sm text-ink-soft">{t('operator.login.lead')}</p>
          <form onSubmit={submit} noValidate className="grid gap-4">
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
              error={required(password)}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Refused text={failure === undefined ? undefined : errorText(failure)} />
            <Button type="submit" wide busy={busy}>
              {t('operator.login.submit')}
            </Button>
          </form>
        </div>
      </main>
    </div>
  )
}
