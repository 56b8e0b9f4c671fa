import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

/** Holds the room of something that is on its way; give it the exact size by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block rounded-xl', className)} />
}

/** Says that something loads, for those who do not see the skeletons. */
export function Loading({ children, label }: { children: ReactNode; label?: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label ?? t('ui.loading')}</span>
      {children}
    </div>
  )
}

/** Nothing here yet: says what will appear and offers the first step. */
export function Empty({
  art,
  title,
  text,
  action,
}: {
  art?: string
  title: string
  text?: string
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-8 text-center">
      {art && <img src={art} alt="" width={160} height={120} />}
      <p className="text-base font-semibold">{title}</p>
      {text && <p className="max-w-xs text-sm text-ink-soft">{text}</p>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}

/** Something did not load: says so and tries again on demand. */
export function Failed({ onRetry, text }: { onRetry(): void; text?: string }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-8 text-center">
      <p className="text-base">{text ?? t('ui.loadFailed')}</p>
      <Button look="quiet" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}

/** A quiet surface that groups things. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <section className={cx('rounded-card bg-card p-5 shadow-card', className)}>{children}</section>
}

/** A note in the flow of a page: icon, words, soft ground. */
export function Note({
  tone = 'notice',
  icon,
  children,
}: {
  tone?: 'notice' | 'negative' | 'positive'
  icon?: ReactNode
  children: ReactNode
}) {
  const looks = {
    notice: 'bg-notice-soft text-notice',
    negative: 'bg-negative-soft text-negative',
    positive: 'bg-positive-soft text-positive',
  }
  return (
    <div className={cx('flex items-start gap-2.5 rounded-2xl px-4 py-3 text-sm', looks[tone])}>
      {icon}
      <div className="text-pretty">{children}</div>
    </div>
  )
}
