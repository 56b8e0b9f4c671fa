import { ApiError } from '@krapao/web/api/client.ts'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../app/errors.ts'

/** What was typed is not right. Whatever else is refused has nothing to do with it. */
const aboutTyped: string[] = ['WRONG_CREDENTIAL', 'WRONG_PASSWORD', 'SECOND_FACTOR_INVALID']

/**
 * One form: what is missing or not right is said at its field, which gets the focus; else the call goes, and what it is refused
 * with is kept, to be shown below the button. Nothing moves the button from where it was pressed.
 * @param say a refusal in words
 */
export function useForm(say: (failure: unknown) => string = errorText) {
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const isTyped = failure instanceof ApiError && aboutTyped.includes(failure.code)

  return {
    /** Whether what is missing is to be named. */
    tried,
    failure,
    /** That what was typed is not right, for the field that was typed last. */
    wrong: isTyped ? say(failure) : undefined,
    /** Any other refusal, for the place below the button. */
    refused: failure === undefined || isTyped ? undefined : say(failure),
    busy,
    /**
     * @param wrong the name of the first field with which it cannot be sent
     * @param act the call
     * @param typed the field that has the focus again after a refusal
     * @param onFailed after a refusal, e.g. to empty a field
     */
    async submit(
      event: FormEvent<HTMLFormElement>,
      wrong: string | undefined,
      act: () => Promise<unknown>,
      typed?: string,
      onFailed: () => void = () => {},
    ): Promise<void> {
      event.preventDefault()
      if (busy) return
      const form = event.currentTarget
      const focus = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
      setFailure(undefined)
      setTried(wrong !== undefined)
      if (wrong !== undefined) return focus(wrong)
      setBusy(true)
      try {
        await act()
      } catch (error) {
        setFailure(error)
        onFailed()
        if (typed !== undefined) focus(typed)
      }
      setBusy(false)
    },
  }
}
