import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { fetching } from '../frame/load/lazy.tsx'
import { partOf } from '../frame/load/part.tsx'
import { whenIdle } from '../frame/load/when-idle.ts'

const Badge = partOf<object>(
  fetching(['outcome', 'statement', 'wallet', 'game'], () => import('../slices/outcome/bell.tsx')),
  { waiting: () => null, failed: () => null },
)

/** The way to the notices, from every page of members; how many are new is asked when the page is there. */
export function Bell() {
  const { t } = useTranslation()
  const [location] = useLocation()
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    <Link
      href="/user/outcomes"
      title={t('menu.notices')}
      aria-current={location === '/user/outcomes' ? 'page' : undefined}
      className={cx(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken',
        'aria-[current=page]:text-link',
      )}
    >
      <BellIcon className="size-5" aria-hidden />
      <span className="sr-only">{t('menu.notices')}</span>
      {isIdle && <Badge />}
    </Link>
  )
}
