import { useCallback, useEffect, useState } from 'react'
import type { Step } from './wizard.ts'

/**
 * The step of the wizard, kept in the browser's history: the device's back button goes one step back, and nothing that
 * was typed is lost. A step that was passed for good (the code) is replaced, so that going back skips it.
 */
export function useSteps() {
  const [step, setStep] = useState<Step>('phone')

  useEffect(() => {
    // A reload begins anew: what was typed is gone.
    history.replaceState({ ...history.state, step: 'phone' }, '')
    const onPop = (event: PopStateEvent) => {
      // Without a step it is another page's entry, or a dialog's.
      if (event.state?.step) setStep(event.state.step)
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [])

  const go = useCallback((to: Step, options: { replace?: boolean } = {}) => {
    const state = { ...history.state, step: to }
    if (options.replace) history.replaceState(state, '')
    else history.pushState(state, '')
    setStep(to)
    window.scrollTo(0, 0)
  }, [])

  return { step, go, back: () => history.back() }
}
