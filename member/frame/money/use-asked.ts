import { useState } from 'react'
import type { Sent } from './use-money-call.ts'

/**
 * The figures of a question that is a sheet of its own: the app's, or those that the server has just
 * answered, until the app knows newer ones itself.
 * @param own what the app knows
 * @returns `figures`: what is shown and sent; `isChanged`: they are not what the member had agreed to, so it
 *   is asked again
 */
export function useAsked<F extends object>(own: F) {
  const [answered, setAnswered] = useState<{ present: F; inPlaceOf: string }>()
  const known = JSON.stringify(own)
  return {
    figures: answered?.inPlaceOf === known ? answered.present : own,
    isChanged: answered !== undefined,
    /** Takes what a call was answered. */
    note({ present }: Sent<F>): void {
      setAnswered(present && { present, inPlaceOf: known })
    },
  }
}
