import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

/** Holds the room of something that is on its way, and says so to those who do not see it. */
export function Loading({ className, count = 3 }: { className: string; count?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy="true" className="grid gap-3">
      <span className="sr-only">{t('ui.loading')}</span>
      {Array.from({ length: count }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={n} aria-hidden className={cx('skeleton block rounded-xl', className)} />
      ))}
    </div>
  )
}

/** Nothing here: says why, and what will appear. */
export function Empty({ icon, title, text }: { icon?: ReactNode; title: string; text?: string }) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 py-10 text-center">
      {icon}
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-sm text-sm text-ink-soft">{text}</p>}
    </div>
  )
}

/** Something did not load: says so and tries again on demand. */
export function Failed({ onRetry, text }: { onRetry(): void; text: string }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-8 text-center">
      <p>{text}</p>
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

/** A note in the flow of a page: icon, words, soft ground. */
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
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** Why a form was refused; announced when it appears. */
export const Refused = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <div role="alert">
      <Note tone="negative" icon={<CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />}>
        {text}
      </Note>
    </div>
  )
