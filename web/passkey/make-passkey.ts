import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { startRegistration } from '@simplewebauthn/browser'
import { type Unanswered, whyNot } from './sign-by-passkey.ts'

type NewCredential = BodyOf<'POST /api/console/passkeys'>['credential']

/**
 * Has the device make a passkey; the answer has the parts that the server reads. Apart, because no login page
 * makes one.
 */
export const makePasskey = (
  options: AnswerOf<'POST /api/console/passkeys/options'>,
): Promise<NewCredential | Unanswered> =>
  startRegistration({ optionsJSON: options }).then(({ id, response }) => {
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, response: { clientDataJSON, attestationObject, transports } }
  }, whyNot)
