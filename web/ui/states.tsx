import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleAlert, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'

/** A placeholder for something that is loading; its class gives it the exact size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block rounded-xl', className)} />
}

/** Announces that something is loading, for people who do not see the placeholders. */
export function Loading({ children, label }: { children: ReactNode; label?: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label ?? t('ui.loading')}</span>
      {children}
    </div>
  )
}

/**
 * Something could not be loaded: shows why, with a button to try again. The sign of a missing network stands
 * over it only where the device has none.
 * @param isOurs it came, and does not work: the internet is not to blame
 */
export function Failed({
  onRetry,
  title,
  text,
  isOurs = navigator.onLine,
}: {
  onRetry(): void
  title?: string
  text: ReactNode
  isOurs?: boolean
}) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-8 text-center">
      {isOurs ? <CircleAlert size={32} /> : <CloudOff size={32} />}
      {title && <p className="text-xl font-semibold text-balance">{title}</p>}
      <p className="max-w-sm text-balance">{text}</p>
      <Button look="quiet" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}

const tones = {
  notice: 'bg-notice-soft text-notice',
  negative: 'bg-negative-soft text-negative',
  positive: 'bg-positive-soft text-positive',
  neutral: 'bg-sunken text-ink',
}

/** A note in the flow of a page: icon, text, tinted background. */
export function Note({
  tone = 'notice',
  icon,
  children,
}: {
  tone?: keyof typeof tones
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={cx('flex items-start gap-2.5 rounded-2xl px-4 py-3 text-sm', tones[tone])}>
      {icon}
      <div className="min-w-0 text-pretty">{children}</div>
    </div>
  )
}
