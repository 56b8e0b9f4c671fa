import { reportError } from '@krapao/web/errors/report-error.ts'
import { isLost, loadPart, reloadIfReplaced } from '@krapao/web/parts/load-part.ts'
import { Boundary } from '@krapao/web/ui/boundary.tsx'
import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { onReturn } from '../calls/connection.ts'

export type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** Why a part is not shown: its file did not come, or it does not run, which is our mistake. */
export type Failure = 'lost' | 'broken'

/** The placeholders of a part: while it is loading, and after it failed. */
export interface Placeholders<P> {
  waiting(props: P): ReactNode
  failed(props: P, again: () => void, why: Failure): ReactNode
}

/** A page or modal that is loaded when it is first shown. */
export type Part<P extends object> = ComponentType<P> & {
  /** Loads it before it is shown. A failure is ignored, because showing it tries again. */
  fetchAhead(): Promise<void>
}

/**
 * Makes a part of the app that is loaded when it is shown. An error in it, or a failure to load it, is shown
 * in its place: the page around it stays usable, and the person can try again.
 */
export function partOf<P extends object>(load: Load<P>, { waiting, failed }: Placeholders<P>): Part<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  const once = () => {
    loading ??= loadPart(load).then((module) => {
      loaded = module.default
      return loaded
    })
    // The next time it is shown, loading is tried again.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  function Shown(props: P) {
    const [Found, setFound] = useState(() => loaded)
    const [turn, setTurn] = useState<{ failed?: Failure }>({})
    useEffect(() => {
      if (Found || turn.failed) return
      let left = false
      once().then(
        // As a transition: React renders a large page in slices and handles input in between.
        (component) => left || startTransition(() => setFound(() => component)),
        async (error) => {
          const why = isLost(error) ? 'lost' : 'broken'
          if (why === 'broken') reportError('part', error)
          if (!left && !(await reloadIfReplaced(error)) && !left) setTurn({ failed: why })
        },
      )
      return () => {
        left = true
      }
    }, [Found, turn])

    // What could not be loaded without a network is loaded when there is one again.
    useEffect(() => (turn.failed ? onReturn(() => setTurn({})) : undefined), [turn])

    if (turn.failed) return failed(props, () => setTurn({}), turn.failed)
    if (!Found) return waiting(props)
    return (
      <Boundary part="part" fallback={(again) => failed(props, again, 'broken')}>
        <Found {...props} />
      </Boundary>
    )
  }
  Shown.fetchAhead = () =>
    once().then(
      () => {},
      () => {},
    )
  return Shown
}
