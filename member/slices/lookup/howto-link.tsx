import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ChevronRight, CircleHelp } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { Guide } from './guides.ts'

/**
 * Leads to the help films, or straight to one of them. Members have them at an address of their own, because
 * the visitors’ one would log them out.
 */
export function HowtoLink({ film }: { film?: Guide }) {
  const { t } = useTranslation()
  const [location] = useLocation()
  const page = location.startsWith('/user/') ? '/user/howto' : '/howto'
  return (
    <Link
      href={film ? `${page}?film=${film}` : page}
      state={{ from: location }}
      className="flex min-h-14 items-center gap-3 rounded-card bg-card px-4 py-2 text-base font-medium shadow-card hover:bg-sunken"
    >
      <CircleHelp className="size-5 shrink-0 text-link" aria-hidden />
      <span className="min-w-0 flex-1 text-pretty wrap-anywhere">{t('menu.films')}</span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
    </Link>
  )
}
