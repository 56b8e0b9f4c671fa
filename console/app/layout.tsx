import type { AnswerOf } from '@krapao/contract/client.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { DemoBanner } from '@krapao/web/brand/demo-banner.tsx'
import { LanguageSelect } from '@krapao/web/i18n/language-select.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Boundary } from '@krapao/web/ui/boundary.tsx'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import { LogOut } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { useQueues } from '../slices/desk/public.ts'
import { AccountPage, FactorPage } from '../slices/operator/public.ts'
import { toast } from '../ui/toasts.ts'
import { api } from './api.ts'
import { IdleNote } from './idle-note.tsx'
import { KeysHelp } from './keys.tsx'
import { useLive } from './live.ts'
import { NotLive } from './not-live.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { opening } from './notices.ts'
import { Pages, pageOf } from './pages.tsx'
import { leaveSession, loginPath, readToken } from './session.ts'
import { useOperator } from './use-operator.ts'

/** The layout for operators. Without a token the login page opens first and then leads back. */
export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const search = useSearch()
  if (!readToken()) return <Redirect to={loginPath(location, search)} replace />
  return <Frame>{children}</Frame>
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [location, navigate] = useLocation()
  const { operator, failure, retry } = useOperator()
  const { mustGive = false, mustSet = false } = operator?.secondFactor ?? {}
  const isReady = operator?.mustChangePassword === false && !mustGive && !mustSet
  useLive(isReady ? (readToken() ?? undefined) : undefined)
  const page = pageOf(location)
  useEffect(() => {
    opening.go = navigate
  }, [navigate])

  async function logOut(): Promise<void> {
    // Without a connection the token stays valid on the server until it expires; this browser forgets it in
    // any case.
    await api('POST /api/console/logout', {}).catch(() => {})
    leaveSession()
    navigate('/login')
  }

  return (
    <div className="flex min-h-dvh flex-col wide:h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-card focus:p-3"
      >
        {t('ui.skip')}
      </a>
      <DemoBanner />
      <header className="top-0 z-20 border-b border-line bg-surface [@media(height>=30rem)]:sticky">
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 px-4">
          <span className="flex min-w-0 flex-1 basis-32 items-center gap-2 py-2 wide:flex-none wide:basis-auto">
            <img src="/art/brand/mark.svg" alt="" width={28} height={28} className="shrink-0" />
            <span className="hidden truncate font-bold sm:block wide:max-[90rem]:sr-only">
              {t('ui.console', { name: brand.name })}
            </span>
            {operator && <Person operator={operator} className="sm:hidden" />}
          </span>
          <div className="ml-auto flex items-center wide:order-last">
            {operator && <Person operator={operator} className="hidden pr-2 text-right sm:block" />}
            <LanguageSelect onFailed={() => toast('negative', t('ui.languageFailed'))} />
            <IconButton label={t('operator.logout')} onClick={logOut}>
              <LogOut className="size-5" aria-hidden />
            </IconButton>
          </div>
          {isReady && <Pages page={page} role={operator.role} />}
        </div>
        {isReady && <Line />}
        <IdleNote idleMinutes={operator?.idleMinutes} />
      </header>
      {/* The panes of wide windows scroll by themselves. Texts for screen readers in them are placed absolutely, and without
          an edge here they would make the whole page scroll into emptiness. */}
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col outline-none wide:relative wide:min-h-0 wide:overflow-clip"
      >
        {failure ? (
          <NotLoaded error={failure} onRetry={retry} />
        ) : mustGive ? (
          <FactorPage />
        ) : operator?.mustChangePassword || mustSet ? (
          <AccountPage />
        ) : (
          <Boundary
            key={page}
            part="page"
            fallback={(again) => (
              <Failed isOurs title={t('ui.broken')} text={t('ui.brokenText')} onRetry={again} />
            )}
          >
            {children}
          </Boundary>
        )}
      </main>
      {isReady && <KeysHelp />}
    </div>
  )
}

/** Whether the console is live, and whether its figures may be out of date. */
function Line() {
  const { failureCount } = useQueues()
  return <NotLive isOld={failureCount > 0} />
}

/** The operator's name and role, with a link to the own account. */
function Person({ operator, className }: { operator: AnswerOf<'GET /api/console/me'>; className: string }) {
  const { t } = useTranslation()
  return (
    <Link
      href="/account"
      aria-label={t('operator.staff.account', { name: operator.name })}
      className={cx('min-w-0 rounded-xl px-2 py-1 text-sm leading-tight hover:bg-sunken', className)}
    >
      <span className="block font-medium wrap-break-word">{operator.name}</span>
      <span className="block text-xs text-ink-soft">{t(`operator.role.${operator.role}`)}</span>
    </Link>
  )
}
