import { brand } from '@krapao/web/brand/brand.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { Info } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { api } from '../../frame/calls/api.ts'
import { type Ending, keepToken, ownPath } from '../../frame/calls/session.ts'
import { plain } from '../../frame/load/lazy.tsx'
import { partOf } from '../../frame/load/part.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { FormFailure } from './form-failure.tsx'
import { phoneTyped } from './phone.ts'
import { useForm } from './use-form.ts'

/**
 * Loaded after the page, by browsers that know passkeys. Where it cannot be loaded the password is enough.
 */
const PasskeyLogin = partOf(
  plain(['account'], () => import('./passkey/passkey-login.tsx')),
  {
    waiting: () => null,
    failed: () => null,
  },
)

/** Phone number and password; leads back to the page that asked for a login (product.md §2 Login). */
export default function LoginPage() {
  const { t } = useTranslation()
  useTitle(t('account.login.title'))
  const [, navigate] = useLocation()
  const search = useSearch()
  const [ended] = useState(readEnded)
  const [username, setUsername] = useState(ended.phone ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [keyFailure, setKeyFailure] = useState<unknown>()
  const form = useForm<'username' | 'password'>({ password: 'password' })

  function begin(token: string, phone: string): void {
    keepToken(token, remember, phone)
    navigate(ownPath(new URLSearchParams(search).get('next')) ?? '/user', { replace: true })
  }

  const submit = (event: FormEvent) =>
    form.submit(
      event,
      { username: username ? undefined : 'required', password: password ? undefined : 'required' },
      async () => {
        const { token } = await api('POST /api/login', { username, password, remember })
        begin(token, username)
      },
    )

  return (
    <div className="mx-auto grid max-w-md grid-cols-1 gap-5 wide:max-w-none wide:grid-cols-[1.1fr_1fr] wide:gap-10 wide:pt-8">
      <div className="relative overflow-hidden rounded-card bg-night-deep shadow-card max-wide:[@media(height<700px)]:hidden">
        <img
          src="/art/brand/festival.svg"
          alt=""
          width={720}
          height={320}
          fetchPriority="high"
          className="block aspect-[3/1] w-full object-cover wide:absolute wide:inset-0 wide:aspect-auto wide:h-full wide:object-[58%_50%]"
        />
      </div>
      <Card>
        <h1 className="text-2xl font-bold">{t('account.login.title')}</h1>
        <p className="mb-5 text-sm text-ink-soft">{t('account.login.lead')}</p>
        {ended.ending && (
          <div role="status" className="mb-4">
            <Note icon={<Info className="mt-0.5 size-5 shrink-0" aria-hidden />}>
              {t(`account.login.ended.${ended.ending}`)}
            </Note>
          </div>
        )}
        <form ref={form.form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
          <Field
            label={t('account.phone.label')}
            name="username"
            type="tel"
            inputMode="numeric"
            autoComplete="username webauthn"
            required
            value={username}
            error={form.error('username')}
            onChange={(event) => {
              form.typed('username')
              setUsername(phoneTyped(event.target.value, brand.variant))
            }}
          />
          <PasswordField
            label={t('account.password.label')}
            name="password"
            autoComplete="current-password"
            required
            maxLength={128}
            showLabel={t('ui.showPassword')}
            hideLabel={t('ui.hidePassword')}
            value={password}
            error={form.error('password')}
            onChange={(event) => {
              form.typed('password')
              setPassword(event.target.value)
            }}
          />
          <div className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
            <CheckField
              label={t('account.login.remember')}
              checked={remember}
              onChange={(event) => setRemember(event.target.checked)}
            />
            <Link
              href="/forgot"
              state={{ phone: username }}
              className="inline-flex min-h-11 items-center text-sm font-semibold text-link underline"
            >
              {t('account.login.forgot')}
            </Link>
          </div>
          <Button type="submit" wide busy={form.busy} busyLabel={t('ui.busy.loggingIn')}>
            {t('account.login.submit')}
          </Button>
          {/* Below the button, which stays where it was pressed and in sight. */}
          <FormFailure failure={form.failure ?? keyFailure} />
          {/* Its room is kept while it is loaded. */}
          {canSign && (
            <div className="min-h-12">
              <PasskeyLogin remember={remember} onLogin={begin} onFailure={setKeyFailure} />
            </div>
          )}
        </form>
        {/* In one line, so that a phone shows both ways in without scrolling. */}
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-4 text-sm text-ink-soft">
          {t('account.login.new')}
          <Link href="/register" className={`${buttonClass('quiet')} grow`}>
            {t('account.login.register')}
          </Link>
        </div>
      </Card>
    </div>
  )
}

/** Passkeys exist at secure addresses only. */
const canSign = 'PublicKeyCredential' in globalThis

/**
 * Why the app led here, and the phone number of the ended session; kept in the history entry, so that it
 * survives a reload.
 */
const readEnded = (): { ending?: Ending; phone?: string } => history.state ?? {}
