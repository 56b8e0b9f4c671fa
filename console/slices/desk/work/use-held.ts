import { ApiError } from '@krapao/web/api/client.ts'
import { useEffect, useState } from 'react'
import { releaseAtOnce, releaseClaim, takeClaim } from './claim-calls.ts'
import type { Subject } from './queries.ts'
import { renewEvery } from './use-claim.ts'

/**
 * Who keeps a subject from the operator: the colleague who looks at it, or null where it does not wait any
 * more.
 */
export type Holder = { name: string } | null

/**
 * Claims several subjects while the component is mounted, so that nobody who asks for the next one is given
 * them, and releases them afterwards.
 * @param subjects the same ones as long as the component is mounted
 * @returns those that are not left to the operator, by id; undefined until that is known
 */
export function useHeld(subjects: Subject[]): ReadonlyMap<string, Holder> | undefined {
  const [others, setOthers] = useState<ReadonlyMap<string, Holder>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subjects are those of the first render
  useEffect(() => {
    let isOpen = true
    async function renew(): Promise<void> {
      const found = await Promise.all(subjects.map(async (one) => [one.id, await claim(one)] as const))
      if (isOpen) setOthers(new Map(found.flatMap(([id, by]) => (by === undefined ? [] : [[id, by]]))))
    }
    renew()
    const timer = setInterval(renew, renewEvery)
    const release = () => subjects.forEach(releaseAtOnce)
    addEventListener('pagehide', release)
    return () => {
      isOpen = false
      clearInterval(timer)
      removeEventListener('pagehide', release)
      subjects.forEach(releaseClaim)
    }
  }, [])
  return others
}

/** @returns who keeps it from the operator; undefined where nobody does, or where that could not be asked */
async function claim(subject: Subject): Promise<Holder | undefined> {
  try {
    const { claim, isYours } = await takeClaim(subject)
    return isYours ? undefined : { name: claim.operator.name }
  } catch (error) {
    // Without a claim the item can be decided as well; only one that waits no more cannot.
    return error instanceof ApiError && error.code === 'NO_DATA' ? null : undefined
  }
}
