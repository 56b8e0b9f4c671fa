import { ApiError } from '@krapao/web/api/client.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { makePasskey } from '@krapao/web/passkey/make-passkey.ts'
import { signByPasskey, type Unanswered } from '@krapao/web/passkey/sign-by-passkey.ts'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'

/** The device gave no answer. */
class NoAnswer extends Error {
  readonly why: Unanswered
  constructor(why: Unanswered) {
    super(why)
    this.why = why
  }
}

/**
 * Makes a passkey of this name on the device of this browser, or on one that the browser reaches. @throws
 * also what `passkeyFailure` says
 */
export async function addPasskey(name: string): Promise<void> {
  const made = await makePasskey(await api('POST /api/console/passkeys/options', {}))
  if (typeof made === 'string') throw new NoAnswer(made)
  await api('POST /api/console/passkeys', { name, credential: made })
}

/** Proves by a passkey who sits here. @throws also what `passkeyFailure` says */
export async function proveByPasskey(): Promise<void> {
  const signed = await signByPasskey(await api('POST /api/console/confirm/options', {}))
  if (typeof signed === 'string') throw new NoAnswer(signed)
  await api('POST /api/console/confirm', { credential: signed })
}

/** Why one of these did not work, in words. */
export function passkeyFailure(failure: unknown, say: (failure: unknown) => string = errorText): string {
  if (!(failure instanceof NoAnswer)) return say(failure)
  // The browser refuses it at another address than the one that passkeys are made for.
  if (failure.why === 'impossible') return errorText(new ApiError('PASSKEY_UNAVAILABLE', 422))
  return i18n.t(failure.why === 'exists' ? 'operator.passkey.exists' : 'operator.passkey.left')
}
