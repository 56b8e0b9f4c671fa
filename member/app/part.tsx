import { loadPart, reloadIfReplaced } from '@krapao/web/parts/load-part.ts'
import { Boundary } from '@krapao/web/ui/boundary.tsx'
import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

export type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** The placeholders of a part: while it is loading, and after loading failed. */
export interface Placeholders<P> {
  waiting(props: P): ReactNode
  failed(props: P, again: () => void): ReactNode
}

/** A page or modal that is loaded when it is first shown. */
export type Part<P extends object> = ComponentType<P> & {
  /** Loads it before it is shown. A failure is ignored, because showing it tries again. */
  fetchAhead(): Promise<void>
}

/**
 * Makes a part of the app that is loaded when it is shown. An error in it, or a failure to load it, is shown in its
 * place: the page around it stays usable, and the person can try again.
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
    const [turn, setTurn] = useState({ failed: false })
    useEffect(() => {
      if (Found || turn.failed) return
      let left = false
      once().then(
        // As a transition: React renders a large page in slices and handles input in between.
        (component) => left || startTransition(() => setFound(() => component)),
        async (error) => {
          if (!left && !(await reloadIfReplaced(error)) && !left) setTurn({ failed: true })
        },
      )
      return () => {
        left = true
      }
    }, [Found, turn])

    if (turn.failed) return failed(props, () => setTurn({ failed: false }))
    if (!Found) return waiting(props)
    return (
      <Boundary fallback={(again) => failed(props, again)}>
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
