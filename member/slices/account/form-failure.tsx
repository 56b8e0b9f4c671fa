import { Note } from '@krapao/web/ui/states.tsx'
import { CircleAlert } from 'lucide-react'
import { Refused } from '../../frame/calls/refused.tsx'
import { intoView } from '../../ui/into-view.ts'
import { failureText } from './problems.ts'

/** Why a form was refused, if no single field is the reason; screen readers announce it when it appears. */
export function FormFailure({ failure }: { failure: unknown }) {
  if (failure === undefined) return null
  return (
    <div role="alert" ref={intoView} className="scroll-mb-28">
      <Note tone="negative" icon={<CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />}>
        <Refused error={failure} text={failureText(failure)} />
      </Note>
    </div>
  )
}
