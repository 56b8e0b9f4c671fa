import type { AnswerOf } from '@krapao/contract/client.ts'
import { Inbox, LogOut, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Redirect, useLocation } from 'wouter'
import { useOperator } from '../slices/operator/public.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Failed } from '../ui/states.tsx'
import { api } from './api.ts'
import { brand } from './brand.ts'
import { errorText } from './errors.ts'
import { LanguageSelect } from './language-select.tsx'
import { clearSession, readToken } from './session.ts'

/** Around every page of an operator who is logged in; without a token the login page comes first and leads back. */
export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  if (!readToken()) return <Redirect to={`/login?next=${encodeURIComponent(location)}`} replace />
  return <Frame>{children}</Frame>
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [location, navigate] = useLocation()
  const { operator, failure, retry } = useOperator()
  const isAudit = location.startsWith('/audit')
  const readsAudit = operator?.role === 'owner' || operator?.role === 'auditor'

  async function logOut(): Promise<void> {
    // Without a connection the token stays valid on the server until it expires; here it is gone either way.
    await api('POST /api/console/logout', {}).catch(() => {})
    clearSession()
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
      <header className="sticky top-0 z-20 border-b border-line bg-surface">
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 px-4">
          <span className="flex min-w-0 flex-1 basis-0 items-center gap-2 py-2 wide:flex-none wide:basis-auto">
            <img src="/art/brand/mark.svg" alt="" width={28} height={28} />
            <span className="hidden truncate font-bold sm:block">
              {t('ui.console', { name: brand.name })}
            </span>
            {operator && <Person operator={operator} className="sm:hidden" />}
          </span>
          <div className="ml-auto flex items-center wide:order-last">
            {operator && <Person operator={operator} className="hidden pr-2 text-right sm:block" />}
            <LanguageSelect />
            <IconButton label={t('operator.logout')} onClick={logOut}>
              <LogOut className="size-5" aria-hidden />
            </IconButton>
          </div>
          {readsAudit && (
            <nav aria-label={t('ui.pages')} className="flex w-full gap-1 wide:w-auto">
              <Tab to="/" current={!isAudit} icon={<Inbox className="size-4.5" aria-hidden />}>
                {t('desk.title')}
              </Tab>
              <Tab to="/audit" current={isAudit} icon={<ScrollText className="size-4.5" aria-hidden />}>
                {t('operator.audit.title')}
              </Tab>
            </nav>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none wide:min-h-0">
        {failure ? <Failed text={errorText(failure)} onRetry={retry} /> : children}
      </main>
    </div>
  )
}

/** Who works here, and as what. */
function Person({ operator, className }: { operator: AnswerOf<'GET /api/console/me'>; className: string }) {
  const { t } = useTranslation()
  return (
    <span className={cx('min-w-0 text-sm leading-tight', className)}>
      <span className="block truncate font-medium">{operator.name}</span>
      <span className="block text-xs text-ink-soft">{t(`operator.role.${operator.role}`)}</span>
    </span>
  )
}

function Tab({
  to,
  current,
  icon,
  children,
}: {
  to: string
  current: boolean
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <Link
      href={to}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'flex min-h-11 items-center gap-2 border-b-2 px-3 text-sm font-medium wide:min-h-14',
        current ? 'border-link text-link' : 'border-transparent text-ink-soft hover:text-ink',
      )}
    >
      {icon}
      {children}
    </Link>
  )
}
