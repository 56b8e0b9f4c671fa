/** Runs something once for all calls within a time. */
export interface Gathered {
  (): void
  /** Forgets a run that has not begun. */
  cancel(): void
}

/** @param forMs between the first call and the run: what is called meanwhile runs with it */
export function gather(run: () => void, forMs: number): Gathered {
  let timer: ReturnType<typeof setTimeout> | undefined
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, forMs)
  }
  call.cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return call
}
