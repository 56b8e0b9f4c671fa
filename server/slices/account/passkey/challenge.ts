import { addSeconds } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SettingDefinition, Type } from '../../../platform/settings.ts'
import { challengeIn } from '../../../platform/web-authn.ts'
import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../secrets.ts'

/** Challenges that passkeys sign, members' (rules.md §2.8) and operators' (§17.8). */

/**
 * Makes a challenge.
 * @param minutes the setting of how long it can be signed
 * @returns `asked`: what the browser gets, the time in milliseconds; `hash` and `expiresAt`: what is stored
 *   of it
 */
export async function makeChallenge(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  minutes: SettingDefinition<Type.TInteger>,
): Promise<{ asked: { challenge: string; timeout: number }; hash: string; expiresAt: Date }> {
  const challenge = newToken()
  const seconds = 60 * (await settings.get(minutes))
  return {
    asked: { challenge, timeout: seconds * 1000 },
    hash: hashToken(challenge),
    expiresAt: addSeconds(clock.now(), seconds),
  }
}

/**
 * Takes the challenge that the browser has signed, whatever else is wrong with its answer, so that it serves
 * once.
 * @param take removes the challenge of this hash, and says whether the caller was asked it
 * @throws Refusal `PASSKEY_INVALID` if it was not, or the challenge was used, or is too old
 */
export async function takeSigned(
  signed: { response: { clientDataJSON: string } },
  take: (hash: string) => Promise<boolean>,
): Promise<string> {
  const challenge = challengeIn(signed)
  if (challenge === undefined || !(await take(hashToken(challenge)))) throw new Refusal('PASSKEY_INVALID')
  return challenge
}
