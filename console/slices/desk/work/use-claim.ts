import { useEffect } from 'react'
import { useOperator } from '../../../app/use-operator.ts'
import { useNow } from '../../../ui/when.ts'
import { releaseAtOnce, releaseClaim, takeClaim } from './claim-calls.ts'
import { type Claimed, type Subject, useClaims } from './queries.ts'

/** Milliseconds between two renewals; a claim holds for 90 s (rules.md §17.2). */
export const renewEvery = 30_000

/** The living claim of a subject by another operator. */
export function useOthersClaim({ queue, id }: Subject): Claimed['claim'] | undefined {
  const { operator } = useOperator()
  const { data: claims } = useClaims()
  const now = useNow()
  const found = claims?.find((one) => one.queue === queue && one.id === id)?.claim
  if (!operator || !found || found.operator._id === operator._id) return undefined
  // The clock of this device may be some seconds off, so a claim is shown until the server leaves it out as
  // well.
  return new Date(found.until).getTime() > now.getTime() - renewEvery ? found : undefined
}

/**
 * Claims a subject while the component is mounted, in a hidden tab too, and releases it afterwards. Another
 * one's claim is left as it is, and the subject claimed when that one ends.
 * @param isOn false: only looks
 */
export function useClaim({ queue, id }: Subject, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const renew = () => {
      // A claim is a courtesy: without one the item can be decided as well.
      takeClaim({ queue, id }).catch(() => {})
    }
    renew()
    const timer = setInterval(renew, renewEvery)
    const release = () => void releaseAtOnce({ queue, id })
    const shown = (event: PageTransitionEvent) => event.persisted && renew()
    addEventListener('pagehide', release)
    addEventListener('pageshow', shown)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', release)
      removeEventListener('pageshow', shown)
      releaseClaim({ queue, id })
    }
  }, [queue, id, isOn])
}
