import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { cx } from './class-names.ts'

interface Toast {
  id: number
  tone: 'positive' | 'negative'
  text: string
}

let toasts: Toast[] = []
const listeners = new Set<() => void>()
let nextId = 1

function set(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message for six seconds: long enough to read an amount and a name. */
export function toast(tone: Toast['tone'], text: string): void {
  const id = nextId++
  set([...toasts, { id, tone, text }].slice(-3))
  setTimeout(() => set(toasts.filter((shown) => shown.id !== id)), 6000)
}

/** Where messages appear; once, at the root. A popover, so that it lies above a dialog; announced without focus. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div
      role="status"
      aria-live="polite"
      popover="manual"
      ref={(element) => {
        if (!element) return
        if (element.matches(':popover-open')) element.hidePopover()
        if (shown.length > 0) element.showPopover()
      }}
      className="pointer-events-none fixed inset-x-4 top-auto bottom-4 z-50 m-0 mx-auto grid w-auto max-w-md gap-2 overflow-visible border-0 bg-transparent p-0 text-ink not-open:hidden"
    >
      {shown.map(({ id, tone, text }) => (
        <div
          key={id}
          className={cx(
            'toast flex items-start gap-3 rounded-2xl border bg-card px-4 py-3 text-sm font-medium shadow-card',
            tone === 'negative' ? 'border-negative' : 'border-positive',
          )}
        >
          {tone === 'negative' ? (
            <CircleAlert className="mt-0.5 size-5 shrink-0 text-negative" aria-hidden />
          ) : (
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-positive" aria-hidden />
          )}
          <span>{text}</span>
        </div>
      ))}
    </div>
  )
}
