import { headersOf } from '@krapao/web/api/client.ts'
import { useEffect } from 'react'
import { api } from '../../../app/api.ts'
import { readToken } from '../../../app/session.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { useNow } from '../../../ui/when.ts'
import { type Claimed, type Subject, useClaims } from './queries.ts'

/** Milliseconds between two renewals; a claim holds for 90 s (rules.md §17.2). */
const renewEvery = 30_000

/** The living claim of a subject by another operator. */
export function useOthersClaim({ queue, id }: Subject): Claimed['claim'] | undefined {
  const { operator } = useOperator()
  const { data: claims } = useClaims()
  const now = useNow()
  const found = claims?.find((one) => one.queue === queue && one.id === id)?.claim
  if (!operator || !found || found.operator._id === operator._id) return undefined
  // The clock of this device may be some seconds off, so a claim is shown until the server leaves it out as well.
  return new Date(found.until).getTime() > now.getTime() - renewEvery ? found : undefined
}

/**
 * Claims a subject while the component is mounted, in a hidden tab too, and releases it afterwards. Another one's claim
 * is left as it is, and the subject claimed when that one ends.
 * @param isOn false: only looks
 */
export function useClaim({ queue, id }: Subject, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const renew = () => {
      // A claim is a courtesy: without one the item can be decided as well.
      api('PUT /api/console/desk/:queue/:id/claim', { params: { queue, id } }).catch(() => {})
    }
    renew()
    const timer = setInterval(renew, renewEvery)
    const release = () => sendRelease({ queue, id })
    const shown = (event: PageTransitionEvent) => event.persisted && renew()
    addEventListener('pagehide', release)
    addEventListener('pageshow', shown)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', release)
      removeEventListener('pageshow', shown)
      release()
    }
  }, [queue, id, isOn])
}

/** Releases a claim; the request outlives the page. */
function sendRelease({ queue, id }: Subject): void {
  const token = readToken()
  if (token === null) return
  const path = `/api/console/desk/${queue}/${encodeURIComponent(id)}/claim`
  fetch(path, { method: 'DELETE', headers: headersOf(token), keepalive: true }).catch(() => {})
}
