import { foreignHost } from '@krapao/contract/links.ts'
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'

/** A link that leads away from the app. */
export interface Leaving {
  href: string
  host: string
}

/** Asks before a link leads away; undefined: it does not ask. */
export const AskToLeave = createContext<((leaving: Leaving) => void) | undefined>(undefined)

/**
 * A link of the chat; a page opens in a tab of its own. Where `AskToLeave` is given, a host that is not the
 * app's own is named first, however the link is opened: its words need not say where it leads (rules.md
 * §12.10).
 */
export function ChatLink({
  href,
  className,
  children,
}: {
  href: string
  className: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const ask = useContext(AskToLeave)
  const host = ask && foreignHost(href, location.host)
  const isPage = /^https?:/i.test(href)
  const open = (event: MouseEvent) => {
    // Other buttons than the middle one open nothing.
    if (host === undefined || (event.type === 'auxclick' && event.button !== 1)) return
    event.preventDefault()
    ask?.({ href, host })
  }
  return (
    <a
      href={href}
      {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
      {...(host !== undefined && { 'aria-haspopup': 'dialog' as const })}
      className={className}
      onClick={open}
      onAuxClick={open}
    >
      {children}
      {isPage && host === undefined && <span className="sr-only"> ({t('ui.newTab')})</span>}
    </a>
  )
}

/** Names the host that a link leads to, before it is opened. */
export function LeavingDialog({ leaving: { href, host }, onClose }: { leaving: Leaving; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('chat.leaving.title', { host })}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" className="flex-1" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={cx(buttonClass(), 'flex-1 [overflow-wrap:anywhere]')}
            // Once the browser has followed the link, which goes with the question.
            onClick={() => setTimeout(onClose)}
          >
            {t('chat.leaving.open', { host })}
            <span className="sr-only"> ({t('ui.newTab')})</span>
          </a>
        </div>
      }
    >
      <p className="text-pretty">{t('chat.leaving.text')}</p>
    </Dialog>
  )
}
