import { useBackButton } from '@krapao/web/ui/back-button.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { ToastPlace } from './toast-place.tsx'

/** Whether a dialog was closed just now, so that one that opens takes its place instead of rising anew. */
let closedNow = false

/**
 * A modal: a sheet at the lower edge on phones, a centred card on wide screens. It is closed by its button,
 * Escape, the backdrop, a swipe down on its head and the back button; the browser gives the focus back. Mount
 * it to open it, unmount it to close it.
 * @param mark a picture beside the title, of what the dialog is about
 * @param onClose asks the caller to unmount the dialog; called once each time somebody closes it
 * @param locked keeps the dialog open while an action runs
 * @param bare the content has its own padding and scrolls by itself
 * @param beside on wide screens it is at the left edge and dims nothing, so that what is decided about stays
 *   in sight
 */
export function Dialog({
  title,
  mark,
  onClose,
  children,
  footer,
  locked = false,
  wide = false,
  bare = false,
  beside = false,
}: {
  title: string
  mark?: ReactNode
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  locked?: boolean
  wide?: boolean
  bare?: boolean
  beside?: boolean
}) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const latest = useRef({ onClose, locked })
  latest.current = { onClose, locked }

  // Before the browser paints: a dialog that replaces another one leaves no frame without either.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    if (closedNow) {
      element.dataset.replaces = ''
      requestAnimationFrame(() => delete element.dataset.replaces)
    }
    if (document.querySelector('dialog.sheet[open]')) element.dataset.above = ''
    if (!element.open) element.showModal()
    // Reading starts at the title; browsers would start at the close button.
    if (document.activeElement?.closest('[data-dialog-head]')) heading.current?.focus()
    // Browsers close a dialog at a second Escape or Back without a press in between, whatever is done about
    // the first.
    const closedByBrowser = () => {
      if (!latest.current.locked) return latest.current.onClose()
      element.dataset.replaces = ''
      element.showModal()
      requestAnimationFrame(() => delete element.dataset.replaces)
    }
    element.addEventListener('close', closedByBrowser)
    return () => {
      element.removeEventListener('close', closedByBrowser)
      element.close()
      closedNow = true
      queueMicrotask(() => {
        closedNow = false
      })
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  useBackButton(onClose, locked)
  useSwipeDown(head, dialog, () => !latest.current.locked && latest.current.onClose())

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a click on the backdrop does
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={cx(
        'sheet fixed inset-x-0 bottom-0 top-auto m-0 flex max-h-[92dvh] w-full max-w-none flex-col overflow-hidden bg-card p-0 text-ink',
        'rounded-t-[1.75rem] shadow-card not-open:hidden',
        beside
          ? 'beside wide:inset-y-0 wide:right-auto wide:h-dvh wide:max-h-none wide:w-[min(35.5rem,45vw)] wide:rounded-none wide:border-r wide:border-line'
          : 'wide:inset-0 wide:m-auto wide:h-fit wide:max-h-(--dialog-height) wide:rounded-[1.75rem]',
        !beside && (wide ? 'wide:w-(--dialog-width-wide)' : 'wide:w-(--dialog-width)'),
      )}
      onCancel={(event) => {
        // A file chooser that was left without a file reports the same event from its input.
        if (event.target !== event.currentTarget || !event.cancelable) return
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !locked) onClose()
      }}
    >
      <div ref={head} data-dialog-head className="flex touch-none items-center gap-2 px-5 pt-2 pb-1">
        <span
          aria-hidden
          className="absolute top-2 left-1/2 h-1 w-10 -translate-x-1/2 rounded-full bg-handle wide:hidden"
        />
        {mark && <span className="flex shrink-0 pt-2">{mark}</span>}
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          className="min-w-0 flex-1 pt-2 text-xl font-semibold outline-none [overflow-wrap:anywhere]"
        >
          {title}
        </h2>
        <IconButton label={t('ui.close')} onClick={onClose} disabled={locked} className="-mr-2">
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
      {bare ? (
        children
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 pb-5">{children}</div>
      )}
      {footer && (
        <div className="border-t border-line px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
      <ToastPlace />
    </dialog>
  )
}

/** Dragging the head of a sheet down by 96 pixels closes it. */
function useSwipeDown(
  head: React.RefObject<HTMLElement | null>,
  sheet: React.RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const handle = head.current
    const moving = sheet.current
    if (!handle || !moving) return
    let from: number | undefined
    const distance = (event: PointerEvent) => Math.max(0, event.clientY - (from ?? event.clientY))
    const down = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' || (event.target as Element).closest('button')) return
      from = event.clientY
      handle.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      if (from !== undefined) moving.style.setProperty('--drag', `${distance(event)}px`)
    }
    const up = (event: PointerEvent) => {
      if (from === undefined) return
      const far = distance(event) > 96
      from = undefined
      moving.style.removeProperty('--drag')
      if (far) latest.current()
    }
    handle.addEventListener('pointerdown', down)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', up)
    handle.addEventListener('pointercancel', up)
    return () => {
      handle.removeEventListener('pointerdown', down)
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', up)
      handle.removeEventListener('pointercancel', up)
    }
  }, [head, sheet])
}
