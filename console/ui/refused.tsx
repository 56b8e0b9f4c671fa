import { Note } from '@krapao/web/ui/states.tsx'
import { CircleAlert } from 'lucide-react'

/** Why a form was refused; screen readers announce it when it appears. */
export const Refused = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <div role="alert">
      <Note tone="negative" icon={<CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />}>
        {text}
      </Note>
    </div>
  )
