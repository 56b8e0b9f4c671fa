import { Note } from '@krapao/web/ui/states.tsx'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { intoView } from './into-view.ts'
import { Outcome } from './outcome.tsx'

/**
 * Shown while the outcome of a request to move money is unknown; says that it is safe to ask again. The
 * button that asks is the one that sent.
 * @param instead title and amount of a view that replaces the form, and what is shown below; without it this
 *   is a note in the form
 */
export function UnknownOutcome({
  text,
  instead,
}: {
  text: string
  instead?: { title: string; amount: string; below: ReactNode }
}) {
  if (instead) {
    const { title, amount, below } = instead
    return (
      <Outcome tone="notice" icon={CircleHelp} title={title} amount={amount} text={text}>
        {below}
      </Outcome>
    )
  }
  return (
    <div ref={intoView} role="alert" className="scroll-mb-28">
      <Note icon={<CircleHelp className="mt-0.5 size-5 shrink-0" aria-hidden />}>{text}</Note>
    </div>
  )
}
