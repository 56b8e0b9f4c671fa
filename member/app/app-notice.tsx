import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { hasPopover } from '@krapao/web/ui/toasts.tsx'
import { Ban, CloudOff } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useChat } from '../slices/chat/public.ts'
import { useConnection } from './connection.ts'
import { useSuspended } from './suspended.ts'

/** What is wrong with the whole app, in words; undefined: nothing. */
export function useAppNotice(): string | undefined {
  const { t } = useTranslation()
  const connection = useConnection()
  const suspended = useSuspended()
  if (connection !== 'online') return t(`ui.${connection}`)
  return suspended ? t('errorMsg.INACTIVE_USER') : undefined
}

/**
 * A notice about the whole app: no network, a server that cannot be reached, or an account that was suspended while its
 * member was logged in. The chat says it below its own head (slices/chat/panel.tsx). Else it lies over the page, so that no button moves while somebody presses it, and over an open sheet:
 * on phones on the top bar, where it covers nothing that is read, on wide screens at the lower edge.
 */
export function AppNotice() {
  const connection = useConnection()
  const notice = useAppNotice()
  const { isOpen, isOffered } = useChat()
  const text = isOpen && isOffered ? undefined : notice
  const place = useRef<HTMLDivElement>(null)
  useOnTop(place, text !== undefined)
  const Icon = connection === 'online' ? Ban : CloudOff
  return (
    <div
      role="status"
      popover={hasPopover ? 'manual' : undefined}
      ref={place}
      // Without popovers it lies under an open sheet.
      className={cx(
        hasPopover && 'not-open:hidden',
        'app-notice pointer-events-none fixed inset-x-2 top-1.5 bottom-auto z-30 m-0 mx-auto grid w-auto max-w-md justify-items-center border-0 bg-transparent p-0 text-ink wide:top-auto wide:bottom-6',
      )}
    >
      {text && (
        <p className="toast flex items-start gap-2.5 rounded-2xl border border-line bg-card px-4 py-2 text-sm leading-snug font-medium text-pretty shadow-card">
          <Icon className="mt-0.5 size-5 shrink-0 text-notice" aria-hidden />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}

/** Keeps a popover above every dialog: what was opened last is on top, so it is opened again when a dialog was. */
function useOnTop(place: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const element = place.current
    if (!hasPopover || !element) return
    const raise = () => {
      if (element.matches(':popover-open')) element.hidePopover()
      if (isShown) element.showPopover()
    }
    raise()
    if (!isShown) return
    const dialogs = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) raise()
    })
    dialogs.observe(document.body, { subtree: true, attributeFilter: ['open'] })
    return () => dialogs.disconnect()
  }, [place, isShown])
}
