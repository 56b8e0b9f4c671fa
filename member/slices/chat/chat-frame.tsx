import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useBackButton } from '@krapao/web/ui/back-button.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { ToastPlace } from '@krapao/web/ui/toast-place.tsx'
import { useWide } from '@krapao/web/ui/use-media.ts'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { change, closeChat, useChat } from '../../frame/chat/chat-opener.ts'
import { loadMembersCodes } from '../../frame/i18n.ts'
import { plain } from '../../frame/load/lazy.tsx'
import { partOf } from '../../frame/load/part.tsx'

const ChatPanel = partOf<{ onClose(): void }>(
  async () => {
    const [part] = await Promise.all([
      plain(['chat'], () => import('./panel.tsx'))(),
      // The chat's codes are among those that only some visitors meet.
      loadMembersCodes(),
    ])
    return part
  },
  {
    waiting: ({ onClose }) => <Waits onClose={onClose} />,
    failed: ({ onClose }, again) => <LoadFailed onClose={onClose} again={again} />,
  },
)

/**
 * Where the panel is shown: on phones over the whole screen, on wide screens as a card at the corner that
 * leaves the page usable. Opened out of a dialog it is one itself, because the page under a dialog cannot be
 * used.
 */
export default function ChatFrame() {
  const { isOverDialog } = useChat()
  const isWide = useWide()
  useEffect(() => {
    change({ isShown: true })
    return () => change({ isShown: false })
  }, [])
  const Frame = isWide && !isOverDialog ? Corner : Sheet
  return (
    <Frame>
      <ChatPanel onClose={closeChat} />
    </Frame>
  )
}

const look = 'flex flex-col overflow-hidden bg-surface text-ink'
const card = 'wide:rounded-[1.75rem] wide:border wide:border-line wide:shadow-card'

function Corner({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  useFocusBack()
  return (
    <section
      ref={place}
      role="dialog"
      aria-label={t('ui.chat.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) closeChat()
      }}
      className={cx(
        look,
        card,
        'chat-beside toast fixed right-6 bottom-6 z-30 h-150 max-h-[calc(100dvh-5rem)] w-95 min-[1280px]:h-[min(100dvh-7.75rem,45rem)]',
      )}
    >
      {children}
    </section>
  )
}

function Sheet({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  useFocusBack()
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  useBackButton(closeChat, false)
  useVisibleHeight(dialog)
  return (
    <dialog
      ref={dialog}
      aria-label={t('ui.chat.title')}
      onCancel={(event) => {
        // A file chooser that was left without a file reports the same event from its input.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        closeChat()
      }}
      className={cx(
        look,
        card,
        'sheet fixed inset-x-0 top-0 bottom-auto m-0 h-(--visible,100dvh) max-h-none w-full max-w-none p-0 not-open:hidden',
        'wide:top-auto wide:right-6 wide:bottom-6 wide:left-auto wide:h-150 wide:max-h-[calc(100dvh-5rem)] wide:w-95',
      )}
    >
      {children}
      <ToastPlace />
    </dialog>
  )
}

/** Gives the focus back to what had it before, where that is still there. */
function useFocusBack(): void {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
}

/** The sheet ends above the keyboard of a phone, which lies over the page instead of making it smaller. */
function useVisibleHeight(sheet: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const visible = window.visualViewport
    const element = sheet.current
    if (!visible || !element) return
    const fit = () => {
      // A zoomed page keeps its size: the person looks at a part of it.
      if (visible.scale > 1.01) return
      element.style.setProperty('--visible', `${visible.height}px`)
      element.style.setProperty('--drag', `${visible.offsetTop}px`)
    }
    fit()
    visible.addEventListener('resize', fit)
    visible.addEventListener('scroll', fit)
    return () => {
      visible.removeEventListener('resize', fit)
      visible.removeEventListener('scroll', fit)
    }
  }, [sheet])
}

/** The head of a panel that is not there yet: it can be closed. */
function BareHead({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-14 items-center justify-end border-b border-line bg-card px-2">
      <IconButton label={t('ui.close')} onClick={onClose}>
        <X className="size-5" aria-hidden />
      </IconButton>
    </div>
  )
}

const Waits = ({ onClose }: { onClose(): void }) => (
  <>
    <BareHead onClose={onClose} />
    <Loading>
      <div className="grid gap-3 p-4">
        <Skeleton className="h-11 w-3/5 rounded-2xl" />
        <Skeleton className="h-20 w-4/5 rounded-2xl" />
        <Skeleton className="h-11 w-2/5 justify-self-end rounded-2xl" />
      </div>
    </Loading>
  </>
)

function LoadFailed({ onClose, again }: { onClose(): void; again(): void }) {
  const { t } = useTranslation()
  return (
    <>
      <BareHead onClose={onClose} />
      <div role="alert" className="m-auto grid justify-items-center gap-3 px-6 text-center">
        <p className="text-base font-semibold">{t('ui.partFailed')}</p>
        <p className="text-sm">{t('ui.partFailedText')}</p>
        <Button look="quiet" onClick={again}>
          {t('ui.retry')}
        </Button>
      </div>
    </>
  )
}
