import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'

/** What a browser does to use a passkey, and the parts of its answer that the server reads. */

type UsedCredential = BodyOf<'POST /api/login/passkey'>['credential']

/**
 * Why there is no answer: left by the person or not in time; not possible here; the device has one of this
 * person already.
 */
export type Unanswered = 'left' | 'impossible' | 'exists'

/**
 * Has a passkey sign a challenge. @param fromSuggestions waits until the person chooses one among a field's
 * suggestions
 */
export const signByPasskey = (
  challenge: AnswerOf<'POST /api/console/confirm/options'>,
  fromSuggestions = false,
): Promise<UsedCredential | Unanswered> =>
  startAuthentication({
    // The library takes only the transports that it knows; browsers leave out others by themselves.
    optionsJSON: challenge as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: fromSuggestions,
  }).then(({ id, response }) => {
    const { authenticatorData, clientDataJSON, signature, userHandle } = response
    return {
      id,
      response: { authenticatorData, clientDataJSON, signature, ...(userHandle && { userHandle }) },
    }
  }, whyNot)

/** Ends what waits for a person to choose a passkey. */
export const leavePasskey = (): void => WebAuthnAbortService.cancelCeremony()

export function whyNot({ name }: Error): Unanswered {
  if (name === 'InvalidStateError') return 'exists'
  return name === 'NotAllowedError' || name === 'AbortError' ? 'left' : 'impossible'
}
