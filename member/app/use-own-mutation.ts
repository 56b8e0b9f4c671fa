import { useMutation } from '@tanstack/react-query'
import { thisSession } from './session.ts'

/**
 * `useMutation` for a call whose answer is shown or kept: once another session has begun in this tab, an answer or a refusal
 * that comes late is not for whoever uses the device now, and nothing reacts to it.
 */
export function useOwnMutation<Answer, Values = void>({
  mutationFn,
  scope,
  onSuccess,
  onError,
}: {
  mutationFn(values: Values): Promise<Answer>
  /** Calls of one scope run one after the other. */
  scope?: { id: string }
  onSuccess?(answer: Answer, values: Values): void
  onError(error: Error, values: Values): void
}) {
  return useMutation({
    mutationFn,
    ...(scope && { scope }),
    onMutate: thisSession,
    onSuccess: (answer, values, isOwn) => {
      if (isOwn()) onSuccess?.(answer, values)
    },
    onError: (error, values, isOwn) => {
      if (isOwn?.()) onError(error, values)
    },
  })
}
