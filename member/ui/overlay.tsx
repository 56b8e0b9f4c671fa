import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { settled } from './back-button.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { Dialog } from './dialog.tsx'

/**
 * Messages from anywhere: toasts of four seconds, confirmations and alerts. A small store of our own rather than a
 * library: the strict content policy allows no injected style element, and the login page has no kilobytes to give.
 */
type Tone = 'positive' | 'negative' | 'neutral'
interface Toast {
  id: number
  tone: Tone
  text: string
}
interface Question {
  title: string
  text: ReactNode
  /** Names the act and its amount: "Withdraw ฿500.00". Absent: an alert with one button. */
  confirm?: string
  /** Names staying as it is, where "Cancel" could be taken for the act itself. */
  cancel?: string
  danger?: boolean
  answer(yes: boolean): void
}

let state: { toasts: Toast[]; question: Question | undefined } = { toasts: [], question: undefined }
const listeners = new Set<() => void>()
let nextId = 1

function set(change: Partial<typeof state>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** Shows a message for four seconds. */
export function toast(tone: Tone, text: string, milliseconds = 4000): void {
  const id = nextId++
  set({ toasts: [...state.toasts.filter((shown) => shown.text !== text), { id, tone, text }].slice(-3) })
  setTimeout(() => set({ toasts: state.toasts.filter((shown) => shown.id !== id) }), milliseconds)
}

/** Asks before something costly; resolves to whether the person agreed. */
export const confirm = (question: {
  title: string
  text: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
}): Promise<boolean> =>
  new Promise((resolve) => {
    set({
      question: {
        ...question,
        answer(yes) {
          set({ question: undefined })
          // The answer may open a page.
          settled().then(() => resolve(yes))
        },
      },
    })
  })

/** Tells something that must be read; resolves when it was. */
export const alert = (message: { title: string; text: ReactNode }): Promise<void> =>
  new Promise((resolve) => {
    set({
      question: {
        ...message,
        answer() {
          set({ question: undefined })
          settled().then(resolve)
        },
      },
    })
  })

const icons: Record<Tone, ReactNode> = {
  positive: <CircleCheck className="mt-0.5 size-5 shrink-0 text-positive" aria-hidden />,
  negative: <CircleAlert className="mt-0.5 size-5 shrink-0 text-negative" aria-hidden />,
  neutral: <Info className="mt-0.5 size-5 shrink-0 text-link" aria-hidden />,
}

/** Where toasts and questions appear; once, at the root of the app. */
export function Overlay() {
  const { t } = useTranslation()
  const { toasts, question } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
  return (
    <>
      {question && (
        <Dialog
          title={question.title}
          onClose={() => question.answer(false)}
          footer={
            <div className="grid grid-flow-col auto-cols-fr gap-3">
              {question.confirm && (
                <Button look="quiet" onClick={() => question.answer(false)}>
                  {question.cancel ?? t('ui.cancel')}
                </Button>
              )}
              <Button look={question.danger ? 'danger' : 'primary'} onClick={() => question.answer(true)}>
                {question.confirm ?? t('ui.ok')}
              </Button>
            </div>
          }
        >
          <div className="text-base">{question.text}</div>
        </Dialog>
      )}
      <Toasts toasts={toasts} />
    </>
  )
}

const hasPopover = 'popover' in HTMLElement.prototype

/** A popover, so that it lies above an open modal; announced without taking the focus. */
function Toasts({ toasts }: { toasts: Toast[] }) {
  return (
    <div
      role="status"
      aria-live="polite"
      popover={hasPopover ? 'manual' : undefined}
      ref={(element) => {
        if (!hasPopover || !element) return
        // Shown anew for each message: the latest popover lies above a dialog opened since.
        if (element.matches(':popover-open')) element.hidePopover()
        if (toasts.length > 0) element.showPopover()
      }}
      className={cx(
        'pointer-events-none fixed inset-x-4 z-50 top-[calc(0.75rem+env(safe-area-inset-top))] bottom-auto m-0 mx-auto grid w-auto max-w-md gap-2 overflow-visible border-0 bg-transparent p-0 text-ink',
        hasPopover && 'not-open:hidden',
      )}
    >
      {toasts.map((shown) => (
        <div
          key={shown.id}
          className={cx(
            'toast flex items-start gap-3 rounded-2xl border bg-card px-4 py-3 text-sm font-medium shadow-card',
            shown.tone === 'negative'
              ? 'border-negative'
              : shown.tone === 'positive'
                ? 'border-positive'
                : 'border-line',
          )}
        >
          {icons[shown.tone]}
          <span>{shown.text}</span>
        </div>
      ))}
    </div>
  )
}
