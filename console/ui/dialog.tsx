import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackButton } from './back-button.ts'
import { IconButton } from './button.tsx'
import { cx } from './class-names.ts'

/**
 * A modal: bottom sheet on phones, centred card on wide screens. Closed by its button, Escape, the backdrop and the
 * back button; the focus goes back. Mount it to open it, unmount it to close it.
 * @param locked while an action runs: the dialog stays open
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  locked = false,
  wide = false,
}: {
  title: string
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  locked?: boolean
  wide?: boolean
}) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    if (!element.open) element.showModal()
    heading.current?.focus()
    return () => {
      element.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  useBackButton(onClose, locked)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a click on the backdrop does
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={cx(
        'sheet fixed inset-x-0 bottom-0 top-auto m-0 flex max-h-[92dvh] w-full max-w-none flex-col overflow-hidden bg-card p-0 text-ink',
        'rounded-t-[1.75rem] shadow-card not-open:hidden wide:inset-0 wide:m-auto wide:h-fit wide:max-h-[90dvh] wide:rounded-[1.75rem]',
        wide ? 'wide:w-[60rem]' : 'wide:w-[34rem]',
      )}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !locked) onClose()
      }}
    >
      <div className="flex items-center gap-2 px-5 pt-2 pb-1">
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          className="flex-1 pt-2 text-xl font-semibold outline-none"
        >
          {title}
        </h2>
        <IconButton label={t('ui.close')} onClick={onClose} disabled={locked} className="-mr-2">
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
      {children}
      {footer && (
        <div className="border-t border-line px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </dialog>
  )
}
