import type { NewCredential, NewPasskeyOptions, UsedCredential } from '@krapao/contract/passkey.ts'
import type { Logger } from 'pino'
import type { Static } from 'typebox'
import { Refusal } from './refusal.ts'

/** How passkeys are made and used, those of members (rules.md §2.8) and of operators (§17.8). */

/** Loaded by the first passkey and not by the start, which it would make a tenth of a second longer. */
const library = () => import('@simplewebauthn/server')

/** Signatures that are understood: ES256, EdDSA, RS256. */
const algorithms = [-7, -8, -257]

/** Where the page is, which the browser signs. */
export interface Place {
  origin: string
  rpId: string
}

/** @throws Refusal `PASSKEY_UNAVAILABLE` where nobody is certain of the address (`PUBLIC_URL`) */
export function placeAt(origin: string | undefined): Place {
  if (!origin) throw new Refusal('PASSKEY_UNAVAILABLE')
  return { origin, rpId: new URL(origin).hostname }
}

/** A person's passkey, as browsers name it. */
interface Own {
  id: string
  transports: string[]
}

/** As browsers take passkeys that are there already. */
export const descriptors = (own: Own[]): Static<typeof NewPasskeyOptions>['excludeCredentials'] =>
  own.map(({ id, transports }) => ({ id, type: 'public-key', transports }))

/**
 * The options by which a browser makes a passkey. The device has to check its holder.
 * @param who `handle`: what a device distinguishes people by; `name`: what it shows
 * @param asked the challenge, and for how many milliseconds it can be signed
 * @param residentKey whether the device is to name the passkey by itself
 */
export const newPasskeyOptions = (
  place: Place,
  who: { issuer: string; handle: string; name: string; own: Own[] },
  asked: { challenge: string; timeout: number },
  residentKey: 'required' | 'discouraged',
): Static<typeof NewPasskeyOptions> => ({
  ...asked,
  rp: { id: place.rpId, name: who.issuer },
  user: { id: handleOf(who.handle), name: who.name, displayName: who.name },
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
  attestation: 'none',
  authenticatorSelection: {
    residentKey,
    requireResidentKey: residentKey === 'required',
    userVerification: 'required',
  },
  excludeCredentials: descriptors(who.own),
})

const handleOf = (handle: string): string => Buffer.from(handle).toString('base64url')

/** The challenge that a browser's answer says it has signed; undefined if it says none. */
export function challengeIn({ response }: Signed): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

type Signed = { response: { clientDataJSON: string } }

/** The stored facts of a passkey. */
export interface MadePasskey extends Own {
  rpId: string
  /** COSE, in base64url. */
  publicKey: string
  /** How often it was used, where the device counts that; else 0. */
  counter: number
}

/**
 * Reads a passkey that the browser has made.
 * @param challenge the one that was taken for it
 * @throws Refusal `PASSKEY_INVALID`
 */
export async function readNewPasskey(
  log: Logger,
  { origin, rpId }: Place,
  { id, response }: Static<typeof NewCredential>,
  challenge: string,
): Promise<MadePasskey> {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response: response as never, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused(log))
  if (!made) throw new Refusal('PASSKEY_INVALID')
  return {
    id: made.credential.id,
    rpId,
    publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: response.transports ?? [],
  }
}

/**
 * Checks what a passkey has signed, but not whether it counts on: that is decided where its count is stored.
 * @param key the stored passkey that the answer names, and its person's handle
 * @param challenge the one that was taken for it
 * @returns how often the device says it was used
 * @throws Refusal `PASSKEY_INVALID`
 */
export async function readUse(
  log: Logger,
  { origin, rpId }: Place,
  { id, response }: Static<typeof UsedCredential>,
  key: { rpId: string; publicKey: string; handle: string },
  challenge: string,
): Promise<number> {
  const { userHandle, ...signed } = response
  const isTheirs = userHandle === undefined || userHandle === handleOf(key.handle)
  if (key.rpId !== rpId || !isTheirs) throw new Refusal('PASSKEY_INVALID')
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: 0,
    },
  }).catch(refused(log))
  if (!verified) throw new Refusal('PASSKEY_INVALID')
  return authenticationInfo.newCounter
}

/** Turns what the library throws at a wrong answer into our refusal. */
const refused =
  (log: Logger) =>
  (error: Error): never => {
    log.info({ reason: error.message }, 'passkey refused')
    throw new Refusal('PASSKEY_INVALID')
  }
