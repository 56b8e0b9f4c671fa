import { settled } from '@krapao/web/ui/back-button.ts'
import { createToasts } from '@krapao/web/ui/toasts.tsx'
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'

/** Messages from anywhere: toasts of four seconds, confirmations and alerts. */
const { toast, Toasts } = createToasts({
  max: 3,
  milliseconds: 4000,
  place: 'inset-x-4 top-[calc(0.75rem+env(safe-area-inset-top))] bottom-auto mx-auto',
})

export { toast }

export interface Question {
  title: string
  text: ReactNode
  /**
   * The label of the confirming button, with the amount: "Withdraw ฿500.00". Without it this is an alert with one
   * button.
   */
  confirm?: string
  /** The label of the other button, if "Cancel" could be mistaken for the action itself. */
  cancel?: string
  danger?: boolean
  answer(yes: boolean): void
}

let question: Question | undefined
const listeners = new Set<() => void>()

function ask(next: Question | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

/** Asks before an action with consequences; resolves to whether the person agreed. */
export const confirm = (question: {
  title: string
  text: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
}): Promise<boolean> =>
  new Promise((resolve) => {
    ask({
      ...question,
      answer(yes) {
        ask(undefined)
        // Closes first, because the answer may open a page.
        settled().then(() => resolve(yes))
      },
    })
  })

/** Shows a text that must be read; resolves when it was. */
export const alert = (message: { title: string; text: ReactNode }): Promise<void> =>
  new Promise((resolve) => {
    ask({
      ...message,
      answer() {
        ask(undefined)
        settled().then(resolve)
      },
    })
  })

let Shown: ComponentType<{ asked: Question }> | undefined

/** Sets what shows a question. The members' layout brings it, because no visitor is asked anything. */
export function showQuestionsBy(component: ComponentType<{ asked: Question }>): void {
  Shown = component
}

/** Shows toasts and questions; mounted once at the root of the app. */
export function Overlay() {
  const asked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
  )
  return (
    <>
      {asked && Shown && <Shown asked={asked} />}
      <Toasts />
    </>
  )
}
