import { Contained } from '@krapao/web/ui/boundary.tsx'
import { createToasts } from '@krapao/web/ui/toasts.tsx'
import { type ComponentType, useSyncExternalStore } from 'react'
import { onQuestion, type Question, shownQuestion } from './questions.ts'

/** Messages from anywhere: toasts of four seconds, confirmations and alerts. */
const { toast, Toasts } = createToasts({
  max: 3,
  milliseconds: 4000,
  place: 'toasts',
})

export { alert, confirm, dismissQuestions } from './questions.ts'
export { toast }

let Shown: ComponentType<{ asked: Question }> | undefined

/** Sets what shows a question. The members' layout brings it, because no visitor is asked anything. */
export function showQuestionsBy(component: ComponentType<{ asked: Question }>): void {
  Shown = component
}

/** Shows toasts and questions; mounted once at the root of the app. */
export function Overlay() {
  const asked = useSyncExternalStore(onQuestion, shownQuestion)
  return (
    <>
      {asked && Shown && (
        <Contained key={asked.id} part="question">
          <Shown asked={asked} />
        </Contained>
      )}
      <Contained part="toasts">
        <Toasts />
      </Contained>
    </>
  )
}
