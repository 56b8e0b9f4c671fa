import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import type { LucideIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link, useLocation } from 'wouter'

/** One entry of the menu: a link to a page, or a button that opens something. */
export interface MenuItem {
  label: string
  icon: LucideIcon
  to?: string
  onOpen?(): void
  /** The home button, which on phones is a disc in the middle. */
  isMain?: boolean
}

/** The menu at the bottom of a phone's screen; on wide screens the same entries are in a bar at the top. */
export function Menu({ items }: { items: MenuItem[] }) {
  const { t } = useTranslation()
  // Letters grow with the person's setting as far as the longest label has room; marks above and below need
  // none, nor do the joiners that keep words whole.
  const longest = Math.max(...items.map(({ label }) => label.replace(/[\p{M}\p{Cf}]/gu, '').length))
  return (
    <nav
      aria-label={t('menu.main')}
      style={{ '--fitting': `${155 / items.length / longest}vw` } as CSSProperties}
      className={cx(
        'fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)]',
        'wide:static wide:border-0 wide:bg-transparent wide:pb-0',
      )}
    >
      <ul className="mx-auto grid max-w-xl grid-flow-col auto-cols-fr wide:mx-0 wide:flex wide:max-w-none wide:gap-1">
        {items.map((item) => (
          <li key={item.label}>
            <Entry item={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const [location] = useLocation()
  const active = item.to === location
  const look = cx(
    'flex min-h-16 w-full flex-col items-center justify-center gap-0.5 px-0.5 text-center text-[length:min(0.75rem,max(12px,var(--fitting)))] leading-tight font-medium',
    'short:min-h-12 short:flex-row short:gap-2 wide:min-h-11 wide:flex-row wide:gap-0 wide:rounded-full wide:px-[clamp(8px,4vw-29px,16px)] wide:text-[length:min(0.875rem,18px)] wide:hover:bg-sunken',
    active ? 'text-link' : 'text-ink-soft',
  )
  const inside = (
    <>
      <span
        className={cx(
          'flex items-center justify-center transition-transform duration-150 motion-safe:active:scale-95',
          // With very large letters the words need a narrow bar for themselves.
          'wide:w-[clamp(0px,(100vw-38rem)*99,min(1.75rem,32px))] wide:justify-start wide:overflow-hidden',
          item.isMain && 'menu-disc',
        )}
      >
        <item.icon className="size-5.5 wide:size-5" aria-hidden />
      </span>
      <span className="max-w-full truncate leading-relaxed wide:overflow-visible">{item.label}</span>
    </>
  )
  return item.to ? (
    <Link href={item.to} className={look} aria-current={active ? 'page' : undefined}>
      {inside}
    </Link>
  ) : (
    <button type="button" className={look} onClick={item.onOpen}>
      {inside}
    </button>
  )
}
