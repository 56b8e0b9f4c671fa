import { ApiError } from '@krapao/web/api/client.ts'
import { useForm as useSentForm } from '@krapao/web/form/use-form.ts'
import type { FormEvent } from 'react'
import { errorText } from '../../app/errors.ts'

/** What was typed is not right. Whatever else is refused has nothing to do with it. */
const aboutTyped: string[] = ['WRONG_CREDENTIAL', 'WRONG_PASSWORD', 'SECOND_FACTOR_INVALID']

/**
 * A form that proves who sits here or changes how they do. That what was typed is not right is said at its
 * field; any other refusal is shown below the button, so that nothing moves that from where it was pressed.
 * @param say a refusal in words
 */
export function useForm(say: (failure: unknown) => string = errorText) {
  const { form, tried, busy, failure, submit } = useSentForm()
  const isTyped = failure instanceof ApiError && aboutTyped.includes(failure.code)
  return {
    form,
    tried,
    busy,
    failure,
    /** That what was typed is not right, for the field that was typed last. */
    wrong: isTyped ? say(failure) : undefined,
    /** Any other refusal, for the place below the button. */
    refused: failure === undefined || isTyped ? undefined : say(failure),
    /**
     * @param isReady whether its own checks passed
     * @param act the call
     * @param typed the field that has the focus again after a refusal
     * @param onFailed after a refusal, e.g. to empty a field
     */
    submit: (
      event: FormEvent,
      isReady: boolean,
      act: () => Promise<unknown>,
      typed?: string,
      onFailed: () => void = () => {},
    ): Promise<boolean> =>
      submit(event, isReady, async () => {
        try {
          await act()
        } catch (error) {
          onFailed()
          if (typed !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${typed}]`)?.focus()
          throw error
        }
      }),
  }
}
