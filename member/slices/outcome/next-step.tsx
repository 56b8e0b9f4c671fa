import { SlipStep } from '../statement/public.ts'
import type { Ended } from '../wallet/public.ts'

/** Below the row of a slip that was refused: what helps now, under the row's words. */
export const NextStep = ({ outcome: { kind, result, reason, source } }: { outcome: Ended }) =>
  kind === 'slip' && result === 'REFUSED' && source !== null ? (
    <div className="@container">
      <div className="-mt-1.5 pr-4 pb-2 pl-17 @max-[15rem]:pl-4">
        <SlipStep id={source} reason={reason} />
      </div>
    </div>
  ) : null
