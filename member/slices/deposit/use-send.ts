import { useEffect, useRef, useState } from 'react'
import { type Intents, verdictOf } from '../../app/intents.ts'

/**
 * Sends what moves money, once at a time and never twice. `failure`: why it was refused; `unsure`: nobody knows what
 * became of these values, and sending them again asks.
 */
export function useSend<T>(intents: Intents<T>) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [unsure, setUnsure] = useState<string>()
  const busy = useRef(false)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  return {
    sending,
    failure,
    unsure,
    /** Something was typed: what was said before is no longer so. */
    forget: (): void => setFailure(undefined),
    /**
     * @param values what makes up the intent
     * @returns the answer, or undefined where there is none
     */
    async send<A>(values: string, act: (intent: T) => Promise<A>): Promise<A | undefined> {
      if (busy.current) return undefined
      busy.current = true
      const pressed = document.activeElement
      setSending(true)
      setFailure(undefined)
      try {
        const answer = await act(intents.take(values))
        intents.settle(values)
        setUnsure(undefined)
        return answer
      } catch (error) {
        const verdict = verdictOf(error)
        if (verdict === 'unknown') setUnsure(values)
        else {
          if (verdict === 'refused') {
            intents.settle(values)
            setUnsure(undefined)
          }
          setFailure(error)
        }
        return undefined
      } finally {
        busy.current = false
        setSending(false)
        // A button loses the focus while it is busy.
        setTimeout(() => {
          const lost =
            document.activeElement === document.body || document.activeElement?.tagName === 'DIALOG'
          if (mounted.current && lost && pressed instanceof HTMLElement && pressed.isConnected)
            pressed.focus()
        })
      }
    },
  }
}
