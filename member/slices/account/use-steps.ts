import { useCallback, useEffect, useState } from 'react'

/**
 * The step of a wizard, kept in the browser's history: the device's back button goes one step back, and no
 * typed text is lost. A step that cannot be repeated (the code) is replaced, so that going back skips it.
 */
export function useSteps<Step extends string>(first: Step) {
  const [step, setStep] = useState(first)

  useEffect(() => {
    // After a reload the wizard starts at its first step, because the typed text is gone.
    history.replaceState({ ...history.state, step: first }, '')
    const onPop = (event: PopStateEvent) => {
      // A history entry without a step belongs to another page or to a dialog.
      if (event.state?.step) setStep(event.state.step)
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [first])

  const go = useCallback((to: Step, options: { replace?: boolean } = {}) => {
    const state = { ...history.state, step: to }
    if (options.replace) history.replaceState(state, '')
    else history.pushState(state, '')
    setStep(to)
    window.scrollTo(0, 0)
  }, [])

  return { step, go, back: () => history.back() }
}
