import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import {
  ArrowLeftRight,
  ChevronRight,
  Download,
  Flag,
  Gamepad2,
  Gift,
  type LucideIcon,
  Play,
  RefreshCw,
  Upload,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { PageHead } from '../../ui/page-head.tsx'
import { FilmModal } from './film-modal.tsx'
import { clock, filmOf, megabytesOf } from './films.ts'
import { type Guide, groups, guides, type Topic, topics } from './guides.ts'

/** Each has an icon and a ground of its own, because small pictures of pages look all alike. */
const looks: Record<Guide, { icon: LucideIcon; ground: string }> = {
  wallet: { icon: Wallet, ground: 'bg-night text-accent' },
  'enter-game': { icon: Gamepad2, ground: 'bg-link text-card' },
  'check-balance': { icon: RefreshCw, ground: 'bg-positive-soft text-positive' },
  'receive-bonus': { icon: Gift, ground: 'bg-accent text-on-accent' },
  'end-bonus': { icon: Flag, ground: 'bg-notice-soft text-notice' },
}
const topicIcons: Record<Topic, LucideIcon> = {
  deposit: Download,
  transfer: ArrowLeftRight,
  withdraw: Upload,
}

/** A film, from the step that was pressed. */
interface Opened {
  guide: Guide
  from?: number
}

/**
 * The help films, by what people look for; each opens in a modal (product.md §2 Howto). `?film=` opens one on
 * arrival. Visitors and members have it at addresses of their own.
 */
export default function HowtoPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [open, setOpen] = useState<Opened | undefined>(() => {
    const guide = guides.find((guide) => guide === search.get('film'))
    return guide && { guide }
  })
  useTitle(t('lookup.howto.title'))
  const [location] = useLocation()
  const [from] = useState(readFrom)

  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        {/* Visitors have the page in their menu. */}
        {location.startsWith('/user/') ? (
          <PageHead title={t('lookup.howto.title')} back={t('ui.back')} to={from} />
        ) : (
          <h1 className="text-2xl font-bold">{t('lookup.howto.title')}</h1>
        )}
        <p className="text-base text-pretty text-ink-soft">
          {t('lookup.howto.lead', { guides: guides.length })}
        </p>
      </div>
      {groups.map(({ name, guides }) => (
        <section key={name} className="grid grid-cols-1 gap-2.5">
          <h2 className="text-xl font-semibold">{t(`lookup.howto.groups.${name}`)}</h2>
          <ul className={cx('grid grid-cols-1 gap-3 wide:gap-4', guides.length > 1 && 'wide:grid-cols-2')}>
            {guides.map((guide) => (
              <li key={guide} className="flex flex-col overflow-hidden rounded-card bg-card shadow-card">
                <Film guide={guide} onOpen={() => setOpen({ guide })} />
                {guide === 'wallet' && <Topics onOpen={(from) => setOpen({ guide, from })} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {open && <FilmModal {...open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** The member's page that led here, kept in the history entry. */
const readFrom = (): string => {
  const from: unknown = history.state?.from
  return typeof from === 'string' && from.startsWith('/user/') ? from : '/user/home'
}

function Film({ guide, onOpen }: { guide: Guide; onOpen(): void }) {
  const { t } = useTranslation()
  const { icon: Icon, ground } = looks[guide]
  const { seconds, bytes } = filmOf(guide)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full flex-1 items-center gap-4 p-4 text-left hover:bg-sunken"
    >
      <span className={cx('flex size-14 shrink-0 items-center justify-center rounded-2xl', ground)}>
        <Icon className="size-7" aria-hidden />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="text-base leading-snug font-semibold">{t(`lookup.howto.${guide}.title`)}</span>
        <span className="text-sm text-pretty text-ink-soft">{t(`lookup.howto.${guide}.text`)}</span>
        {/* For people who pay by the megabyte. */}
        <span className="flex items-center gap-1.5 text-xs text-ink-soft">
          <Play className="size-3 shrink-0 fill-current" aria-hidden />
          {t('lookup.howto.length', { seconds, size: megabytesOf(bytes) })}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
    </button>
  )
}

/** What the film of the wallet has in it, each played from its place. */
function Topics({ onOpen }: { onOpen(step: number): void }) {
  const { t } = useTranslation()
  const { steps } = filmOf('wallet')
  return (
    <ul
      aria-label={t('lookup.howto.parts')}
      className="grid grid-cols-1 border-t border-line max-wide:divide-y max-wide:divide-line wide:grid-cols-3 wide:divide-x wide:divide-line"
    >
      {(Object.keys(topics) as Topic[]).map((topic) => {
        const Icon = topicIcons[topic]
        return (
          <li key={topic}>
            <button
              type="button"
              onClick={() => onOpen(topics[topic])}
              className="flex min-h-12 w-full flex-wrap items-center gap-x-3 px-4 py-2 text-left hover:bg-sunken"
            >
              <Icon className="size-5 shrink-0 text-link" aria-hidden />
              {/* With very large letters the time is below. */}
              <span className="min-w-24 flex-1 text-base font-medium">
                {t(`lookup.howto.topics.${topic}`)}
              </span>
              <span className="ml-auto flex shrink-0 items-center gap-1.5 text-sm whitespace-nowrap text-ink-soft">
                <Play className="size-3 shrink-0 fill-current" aria-hidden />
                {t('lookup.howto.from', { at: clock(steps[topics[topic]] ?? 0) })}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
