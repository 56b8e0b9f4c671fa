import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './class-names.ts'
import { useToastPlace } from './toast-place.tsx'

type Tone = 'positive' | 'negative' | 'neutral'

export interface Toast {
  id: number
  tone: Tone
  text: string
  /** Shown under the text, such as a reference to copy. */
  more?: ReactNode
}

/**
 * The toasts with another one: a text once, and the oldest makes room. What went wrong stays for its time,
 * whatever is said after it, unless there are too many.
 */
export function withToast(shown: Toast[], next: Toast, max: number): Toast[] {
  const all = [...shown.filter(({ text }) => text !== next.text), next]
  const bad = all.filter(({ tone }) => tone === 'negative').slice(-Math.max(max, mostBad))
  const room = Math.max(max - bad.length, next.tone === 'negative' ? 0 : 1)
  const others = all.filter(({ tone }) => tone !== 'negative').slice(room === 0 ? all.length : -room)
  return all.filter((one) => bad.includes(one) || others.includes(one))
}

const mostBad = 3

const looks: Record<Tone, { border: string; icon: ReactNode }> = {
  positive: {
    border: 'border-positive',
    icon: <CircleCheck className="mt-0.5 size-5 shrink-0 text-positive" aria-hidden />,
  },
  negative: {
    border: 'border-negative',
    icon: <CircleAlert className="mt-0.5 size-5 shrink-0 text-negative" aria-hidden />,
  },
  neutral: {
    border: 'border-line',
    icon: <Info className="mt-0.5 size-5 shrink-0 text-link" aria-hidden />,
  },
}

/** Whether what lies above an open modal can be shown. */
export const hasPopover = typeof HTMLElement !== 'undefined' && 'popover' in HTMLElement.prototype

/**
 * Makes an app's toasts. This is a small store of our own rather than a library: the strict content policy
 * allows no injected style element, and the login page has to stay small.
 * @param most the number shown at a time; the oldest makes room
 * @param milliseconds how long each is shown
 * @param place classes that position them
 * @returns `toast` shows a message from anywhere, equal texts once; `Toasts` is rendered once, at the root of
 *   the app
 */
export function createToasts({
  max,
  milliseconds: usual,
  place: placing,
}: {
  max: number
  milliseconds: number
  place: string
}) {
  let toasts: Toast[] = []
  const listeners = new Set<() => void>()
  let nextId = 1

  function set(next: Toast[]): void {
    toasts = next
    for (const listener of listeners) listener()
  }

  function toast(
    tone: Tone,
    text: string,
    { milliseconds = usual, more }: { milliseconds?: number; more?: ReactNode } = {},
  ): void {
    const id = nextId++
    set(withToast(toasts, { id, tone, text, more }, max))
    setTimeout(() => set(toasts.filter((shown) => shown.id !== id)), milliseconds)
  }

  /**
   * A popover, so that toasts lie above an open modal, in the page's region or in that of the topmost dialog.
   * The page's region is always there: one that comes with its text is not read out.
   */
  function Toasts() {
    const place = useToastPlace()
    const shown = useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => toasts,
    )
    const all = (
      <div
        popover={hasPopover ? 'manual' : undefined}
        ref={(element) => {
          // The dialog around it may close in the same step; the toasts are then drawn in the next place.
          if (!hasPopover || !element?.isConnected) return
          const isOpen = element.matches(':popover-open')
          if (isOpen && shown.length === 0) element.hidePopover()
          if (!isOpen && shown.length > 0) element.showPopover()
        }}
        className={cx(
          'pointer-events-none fixed z-50 m-0 grid w-auto max-w-md gap-2 overflow-visible border-0 bg-transparent p-0 text-ink',
          placing,
          hasPopover && 'not-open:hidden',
        )}
      >
        {shown.map(({ id, tone, text, more }) => (
          <div
            key={id}
            className={cx(
              'toast flex items-start gap-3 rounded-2xl border bg-card px-4 py-2.5 text-sm font-medium shadow-card',
              looks[tone].border,
            )}
          >
            {looks[tone].icon}
            <div className="min-w-0">
              {text}
              {more && <div className="pointer-events-auto">{more}</div>}
            </div>
          </div>
        ))}
      </div>
    )
    return (
      <>
        <div role="status" aria-live="polite">
          {!place && all}
        </div>
        {place && createPortal(all, place)}
      </>
    )
  }

  return { toast, Toasts }
}
