import { hasPopover } from '@krapao/web/ui/toasts.tsx'
import { Ban, CloudOff } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useConnection } from '../frame/calls/connection.ts'
import { useAppNotice } from '../frame/calls/use-app-notice.ts'
import { useChat } from '../frame/chat/chat-opener.ts'

/**
 * A notice about the whole app: no network, a server that cannot be reached, or an account that was suspended
 * while its member was logged in. The chat says it below its own head (slices/chat/panel.tsx). Else it is a
 * strip at the top, over an open sheet, too; the page begins below it (`--strip`), so that it hides no button
 * of the bar and nothing that is read.
 */
export function AppNotice() {
  const connection = useConnection()
  const notice = useAppNotice()
  const { isShown } = useChat()
  const text = isShown ? undefined : notice
  const place = useRef<HTMLDivElement>(null)
  useOnTop(place, text !== undefined)
  useRoom(place)
  const Icon = connection === 'online' ? Ban : CloudOff
  return (
    <div role="status" popover={hasPopover ? 'manual' : undefined} ref={place} className="app-notice">
      {text && (
        <p className="toast">
          <Icon aria-hidden />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}

/**
 * Keeps a popover above every dialog: what was opened last is on top, so it is opened again when a dialog
 * was.
 */
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

/** Keeps as much room above the page as the notice takes, in letters of any size. */
function useRoom(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    if (!element) return
    const sizes = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--strip', `${element.offsetHeight}px`),
    )
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [place])
}
