import type { AnswerOf } from '@krapao/contract/client.ts'
import { may, type Role } from '@krapao/contract/slices/operator/roles.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { DemoBanner } from '@krapao/web/brand/demo-banner.tsx'
import { useTitleCount } from '@krapao/web/brand/title.ts'
import { LanguageSelect } from '@krapao/web/i18n/language-select.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Boundary } from '@krapao/web/ui/boundary.tsx'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import {
  Gift,
  Hourglass,
  Inbox,
  LogOut,
  MessagesSquare,
  ScrollText,
  Search,
  UserRound,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { useWaitingCampaigns } from '../slices/campaign/public.ts'
import { useChatCount, useChatNotices } from '../slices/chat/public.ts'
import { useNewWork, useQueues, useWork } from '../slices/desk/public.ts'
import { AccountPage, FactorPage, useStaffRequests } from '../slices/operator/public.ts'
import { toast } from '../ui/toasts.ts'
import { api } from './api.ts'
import { errorText } from './errors.ts'
import { IdleNote } from './idle-note.tsx'
import { KeysHelp } from './keys.tsx'
import { useLive } from './live.ts'
import { NotLive } from './not-live.tsx'
import { opening } from './notices.ts'
import { leaveSession, loginPath, readToken } from './session.ts'
import { useOperator } from './use-operator.ts'

type Page = 'desk' | 'work' | 'chats' | 'find' | 'suspense' | 'campaigns' | 'audit' | 'staff' | 'account'

/** The page of an address. An address that belongs to no other page is one of the review queues'. */
function pageOf(location: string): Page {
  const first = location.split('/')[1]
  return (
    (['work', 'chats', 'find', 'suspense', 'campaigns', 'audit', 'staff', 'account'] as const).find(
      (page) => page === first,
    ) ?? 'desk'
  )
}

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
    // Without a connection the token stays valid on the server until it expires; this browser forgets it in any case.
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
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none wide:min-h-0">
        {failure ? (
          <Failed text={errorText(failure)} onRetry={retry} />
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

/** The pages that the role may open, shown on every page, so that there is always a way back. */
function Pages({ page, role }: { page: Page; role: Role }) {
  const { t } = useTranslation()
  const { data: queues = [] } = useQueues()
  const waiting = queues.reduce((sum, { count }) => sum + count, 0)
  const { data: chats } = useChatCount()
  useChatNotices()
  const customers = chats?.waiting ?? 0
  useTitleCount(waiting + customers)
  const { data: work } = useWork()
  const toRead = work?.mentions ?? 0
  useNewWork()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    // On phones the current entry may be scrolled out of the row.
    const current = row.current?.querySelector(`[data-page=${page}]`)
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [page])
  return (
    <nav
      ref={row}
      aria-label={t('ui.pages')}
      data-moves
      className="relative -mx-4 flex w-[calc(100%+2rem)] gap-1 overflow-x-auto px-4 wide:mx-0 wide:w-auto wide:px-0"
    >
      <Tab to="/" current={page === 'desk'} icon={<Inbox className="size-4.5 shrink-0" aria-hidden />}>
        {t('desk.title')}
        {waiting > 0 && (
          <span className="rounded-full bg-accent px-2 text-xs leading-6 font-semibold text-on-accent">
            {waiting}
            <span className="sr-only"> {t('desk.waiting')}</span>
          </span>
        )}
      </Tab>
      <Tab
        to="/work"
        current={page === 'work'}
        icon={<UserRound className="size-4.5 shrink-0" aria-hidden />}
      >
        {t('work.title')}
        {toRead > 0 && (
          <span className="rounded-full bg-accent px-2 text-xs leading-6 font-semibold text-on-accent">
            {toRead}
            <span className="sr-only"> {t('work.unread')}</span>
          </span>
        )}
      </Tab>
      <Tab
        to="/chats"
        current={page === 'chats'}
        icon={<MessagesSquare className="size-4.5 shrink-0" aria-hidden />}
      >
        {t('chats.title')}
        {customers > 0 && (
          <span className="rounded-full bg-accent px-2 text-xs leading-6 font-semibold text-on-accent">
            {customers}
            <span className="sr-only"> {t('chats.waitingCount')}</span>
          </span>
        )}
      </Tab>
      <Tab to="/find" current={page === 'find'} icon={<Search className="size-4.5 shrink-0" aria-hidden />}>
        {t('desk.find.title')}
      </Tab>
      <Tab
        to="/suspense"
        current={page === 'suspense'}
        icon={<Hourglass className="size-4.5 shrink-0" aria-hidden />}
      >
        {t('deposit.suspense.title')}
      </Tab>
      <Tab
        to="/campaigns"
        current={page === 'campaigns'}
        icon={<Gift className="size-4.5 shrink-0" aria-hidden />}
      >
        {t('campaign.title')}
        {may(role, 'decideCampaigns') && <CampaignCount />}
      </Tab>
      {may(role, 'readAudit') && (
        <Tab
          to="/audit"
          current={page === 'audit'}
          icon={<ScrollText className="size-4.5 shrink-0" aria-hidden />}
        >
          {t('operator.audit.title')}
        </Tab>
      )}
      {may(role, 'manageStaff') && (
        <Tab
          to="/staff"
          current={page === 'staff'}
          icon={<Users className="size-4.5 shrink-0" aria-hidden />}
        >
          {t('operator.staff.title')}
          <StaffCount />
        </Tab>
      )}
    </nav>
  )
}

/** How many versions of others wait for a second person. */
function CampaignCount() {
  const { t } = useTranslation()
  const { data = [] } = useWaitingCampaigns()
  const count = data.filter(({ isYours }) => !isYours).length
  if (count === 0) return null
  return (
    <span className="rounded-full bg-accent px-2 text-xs leading-6 font-semibold text-on-accent">
      {count}
      <span className="sr-only"> {t('campaign.waiting.count')}</span>
    </span>
  )
}

/** How much waits for another owner than the one who asked. */
function StaffCount() {
  const { t } = useTranslation()
  const { data = [] } = useStaffRequests()
  if (data.length === 0) return null
  return (
    <span className="rounded-full bg-accent px-2 text-xs leading-6 font-semibold text-on-accent">
      {data.length}
      <span className="sr-only"> {t('operator.request.waiting')}</span>
    </span>
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
      data-page={to.slice(1) || 'desk'}
      className={cx(
        'flex min-h-11 shrink-0 items-center gap-2 border-b-2 px-3 text-sm font-medium whitespace-nowrap wide:min-h-14',
        // All pages of an owner fit into one row from 1280 px on.
        'wide:max-[90rem]:px-2.5 wide:max-[90rem]:[&>svg]:hidden',
        current ? 'border-link text-link' : 'border-transparent text-ink-soft hover:text-ink',
      )}
    >
      {icon}
      {children}
    </Link>
  )
}
