import { Note } from '@krapao/web/ui/states.tsx'
import { CircleAlert } from 'lucide-react'
import { Refused } from '../../frame/calls/refused.tsx'
import { intoView } from '../../ui/into-view.ts'

/** Why a call was refused; screen readers announce it when it appears. */
export const Failure = ({ error, text }: { error: unknown; text?: string | undefined }) =>
  error === undefined ? null : (
    <div ref={intoView} role="alert" className="scroll-mb-28">
      <Note tone="negative" icon={<CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />}>
        <Refused error={error} text={text} />
      </Note>
    </div>
  )
