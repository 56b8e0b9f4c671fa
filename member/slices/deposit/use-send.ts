import type { AnswerOf, CallName } from '@krapao/contract/client.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerOf, useAskAgain } from '../../app/ask-again.ts'
import { type Intents, verdictOf } from '../../app/intents.ts'
import { toast } from '../../ui/overlay.tsx'

/**
 * Sends what moves money, once at a time and never twice. `failure`: why it was refused; `unsure`: nobody knows what
 * became of these values; the server is asked what it answered, and sending them again asks, too.
 * @param keyOf the `Idempotency-Key` that an intent goes out with
 * @param onAnswer told what the server answered, and to which values
 */
export function useSend<N extends CallName, T = string>(
  intents: Intents<T>,
  keyOf: (intent: T) => string,
  onAnswer: (answer: AnswerOf<N>, values: string) => void,
) {
  const { t } = useTranslation()
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

  function settle(answer: AnswerOf<N>, values: string): void {
    intents.settle(values)
    setUnsure(undefined)
    onAnswer(answer, values)
  }

  function refuse(error: unknown, values: string): void {
    const verdict = verdictOf(error)
    if (verdict === 'unknown') {
      if (unsure === values && mounted.current) toast('neutral', t('ui.stillUnsure'))
      setUnsure(values)
      return
    }
    if (verdict === 'refused') {
      intents.settle(values)
      setUnsure(undefined)
    }
    setFailure(error)
  }

  useAskAgain(unsure, async (values) => {
    try {
      const answer = await answerOf<N>(keyOf(intents.take(values)))
      // One that is being sent brings its own answer.
      if (answer && !busy.current) settle(answer, values)
    } catch (error) {
      if (!busy.current) refuse(error, values)
    }
  })

  return {
    sending,
    failure,
    unsure,
    /** Something was typed: what was said before is no longer so. */
    forget: (): void => setFailure(undefined),
    /** @param values what makes up the intent; @param act makes the call */
    async send(values: string, act: (intent: T) => Promise<AnswerOf<N>>): Promise<void> {
      if (busy.current) return
      busy.current = true
      const pressed = document.activeElement
      setSending(true)
      setFailure(undefined)
      try {
        settle(await act(intents.take(values)), values)
      } catch (error) {
        refuse(error, values)
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
