import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/**
 * A page behind the chats: the way back to them, title, what it is for, and its content below.
 * @param action what can be done there, beside the title
 * @param outside dialogs, which do not scroll with it
 */
export function ChatFrame({
  title,
  lead,
  action,
  outside,
  children,
}: {
  title: string
  lead: string
  action?: ReactNode
  outside?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="relative flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto max-w-6xl px-4 py-5">
        <Link href="/chats" className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-link">
          <ArrowLeft className="size-4.5 shrink-0" aria-hidden />
          {t('chats.title')}
        </Link>
        <div className="mb-4 flex flex-wrap items-start gap-3">
          <div className="min-w-[min(15rem,100%)] flex-1">
            <h1 className="text-xl font-semibold">{title}</h1>
            <p className="text-sm text-ink-soft">{lead}</p>
          </div>
          {action}
        </div>
        {children}
      </div>
      {outside}
    </div>
  )
}
