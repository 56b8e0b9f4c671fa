import { may, type Role, type rights } from '@krapao/contract/slices/operator/roles.ts'
import { useTitleCount } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { useWide } from '@krapao/web/ui/use-media.ts'
import {
  CalendarCheck,
  ChevronDown,
  Gift,
  Hourglass,
  Inbox,
  type LucideIcon,
  Menu as MenuIcon,
  MessagesSquare,
  ScrollText,
  Search,
  UserRound,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useWaitingCampaigns } from '../slices/campaign/public.ts'
import { useChatCount, useChatNotices } from '../slices/chat/public.ts'
import { useNewWork, useQueues, useWork } from '../slices/desk/public.ts'
import { useStaffRequests } from '../slices/operator/public.ts'

/** In the order of the menu. */
const pages = [
  { page: 'desk', to: '/', icon: Inbox, title: 'desk.title' },
  { page: 'work', to: '/work', icon: UserRound, title: 'work.title' },
  { page: 'chats', to: '/chats', icon: MessagesSquare, title: 'chats.title' },
  { page: 'find', to: '/find', icon: Search, title: 'desk.find.title' },
  { page: 'suspense', to: '/suspense', icon: Hourglass, title: 'deposit.suspense.title' },
  { page: 'campaigns', to: '/campaigns', icon: Gift, title: 'campaign.title' },
  { page: 'days', to: '/days', icon: CalendarCheck, title: 'game.days.title' },
  { page: 'audit', to: '/audit', icon: ScrollText, title: 'operator.audit.title', right: 'readAudit' },
  { page: 'staff', to: '/staff', icon: Users, title: 'operator.staff.title', right: 'manageStaff' },
] as const satisfies {
  page: string
  to: string
  icon: LucideIcon
  title: string
  right?: keyof typeof rights
}[]

type Listed = (typeof pages)[number]
export type Page = Listed['page'] | 'account'

/** The page of an address. An address that belongs to no other page is one of the review queues'. */
export function pageOf(location: string): Page {
  const first = location.split('/')[1]
  return first === 'account' ? first : (pages.find(({ page }) => page === first)?.page ?? 'desk')
}

/** On phones these are always in sight, the others behind a button. */
const first: readonly Page[] = ['desk', 'work', 'chats']

/** The pages that the role may open, shown on every page, so that there is always a way back. */
export function Pages({ page, role }: { page: Page; role: Role }) {
  const { t } = useTranslation()
  const { data: queues = [] } = useQueues()
  const waiting = queues.reduce((sum, { count }) => sum + count, 0)
  const { data: chats } = useChatCount()
  useChatNotices()
  const customers = chats?.waiting ?? 0
  useTitleCount(waiting + customers)
  const { data: work } = useWork()
  useNewWork()
  const shown = pages.filter((one) => !('right' in one) || may(role, one.right))

  const countOf = (one: Listed): ReactNode => {
    switch (one.page) {
      case 'desk':
        return <Count count={waiting} what={t('desk.waiting')} />
      case 'work':
        return <Count count={work?.mentions ?? 0} what={t('work.unread')} />
      case 'chats':
        return <Count count={customers} what={t('chats.waitingCount')} />
      case 'campaigns':
        return may(role, 'decideCampaigns') && <CampaignCount />
      case 'staff':
        return <StaffCount />
      default:
        return null
    }
  }

  const Menu = useWide() ? Row : PhoneRow
  return <Menu page={page} shown={shown} countOf={countOf} />
}

interface Shown {
  page: Page
  shown: readonly Listed[]
  /** How much waits on a page; nothing if there is none. */
  countOf(one: Listed): ReactNode
}

/** On wide screens: all of them in one row, which scrolls where they do not fit. */
function Row({ page, shown, countOf }: Shown) {
  const { t } = useTranslation()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector(`[data-page=${page}]`)
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [page])
  return (
    <nav ref={row} aria-label={t('ui.pages')} data-moves className="relative flex gap-1 overflow-x-auto">
      {shown.map((one) => (
        <Link
          key={one.page}
          href={one.to}
          aria-current={one.page === page ? 'page' : undefined}
          data-page={one.page}
          className={cx(
            'flex min-h-14 shrink-0 items-center gap-2 border-b-2 px-3 text-sm font-medium whitespace-nowrap',
            // All pages of an owner fit into one row from 1280 px on.
            'max-[90rem]:px-2.5 max-[90rem]:[&>svg]:hidden',
            one.page === page ? 'border-link text-link' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          <one.icon className="size-4.5 shrink-0" aria-hidden />
          {t(one.title)}
          {countOf(one)}
        </Link>
      ))}
    </nav>
  )
}

/** An entry of the row on phones: what it is called below its icon and what waits. */
const entry = (isCurrent: boolean): string =>
  cx(
    'flex min-h-12 min-w-0 flex-col items-center justify-center gap-0.5 border-b-2 px-1 py-1 text-center text-xs leading-tight font-medium',
    isCurrent ? 'border-link text-link' : 'border-transparent text-ink-soft',
  )

/**
 * On phones: the pages that are always needed, and a button that lists all of them and says which one is
 * open.
 */
function PhoneRow({ page, shown, countOf }: Shown) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const others = shown.filter((one) => !first.includes(one.page))
  const hidden = others.find((one) => one.page === page)
  const Icon = hidden?.icon ?? MenuIcon
  return (
    <>
      <nav
        aria-label={t('ui.pages')}
        className="-mx-4 grid w-[calc(100%+2rem)] grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))]"
      >
        {shown
          .filter((one) => first.includes(one.page))
          .map((one) => (
            <Link
              key={one.page}
              href={one.to}
              aria-current={one.page === page ? 'page' : undefined}
              className={entry(one.page === page)}
            >
              <span className="flex min-h-6 items-center gap-1">
                <one.icon className="size-5 shrink-0" aria-hidden />
                {countOf(one)}
              </span>
              {t(one.title)}
            </Link>
          ))}
        <button
          type="button"
          aria-haspopup="dialog"
          className={entry(hidden !== undefined)}
          onClick={() => setIsOpen(true)}
        >
          <span className="flex min-h-6 items-center gap-1">
            <Icon className="size-5 shrink-0" aria-hidden />
            {hidden && <ChevronDown className="size-3.5 shrink-0" aria-hidden />}
            {others.map((one) => (
              <span key={one.page} className="contents">
                {countOf(one)}
              </span>
            ))}
          </span>
          <span>
            {hidden ? (
              <>
                <span className="sr-only">{t('ui.menu')}: </span>
                {t(hidden.title)}
              </>
            ) : (
              t('ui.menu')
            )}
          </span>
        </button>
      </nav>
      {isOpen && <PagesDialog page={page} shown={shown} countOf={countOf} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PagesDialog({ page, shown, countOf, onClose }: Shown & { onClose(): void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  return (
    <Dialog title={t('ui.pages')} onClose={onClose}>
      <ul className="-mx-2 grid gap-0.5">
        {shown.map((one) => (
          <li key={one.page}>
            <Link
              href={one.to}
              aria-current={one.page === page ? 'page' : undefined}
              className={cx(
                'flex min-h-12 items-center gap-3 rounded-xl px-3 py-2 font-medium',
                one.page === page ? 'bg-sunken text-link' : 'text-ink',
              )}
              onClick={(event) => {
                event.preventDefault()
                onClose()
                // The sheet's place in the history goes first.
                settled().then(() => navigate(one.to))
              }}
            >
              <one.icon className="size-5 shrink-0" aria-hidden />
              <span className="min-w-0 flex-1 wrap-anywhere">{t(one.title)}</span>
              {countOf(one)}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** @param what is counted, for screen readers */
function Count({ count, what }: { count: number; what: string }) {
  if (count === 0) return null
  return (
    <span className="rounded-full bg-accent px-2 text-xs leading-6 font-semibold text-on-accent">
      {count}
      <span className="sr-only"> {what}</span>
    </span>
  )
}

/** How many versions of others wait for a second person. */
function CampaignCount() {
  const { t } = useTranslation()
  const { data = [] } = useWaitingCampaigns()
  return <Count count={data.filter(({ isYours }) => !isYours).length} what={t('campaign.waiting.count')} />
}

/** How much waits for another owner than the one who asked. */
function StaffCount() {
  const { t } = useTranslation()
  const { data = [] } = useStaffRequests()
  return <Count count={data.length} what={t('operator.request.waiting')} />
}
