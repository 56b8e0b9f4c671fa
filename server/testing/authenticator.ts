import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * A device that makes passkeys and signs with them, as a browser hands its answers on: ES256, attestation
 * "none".
 */
export interface Authenticator {
  id: string
  /** Changed by a test to answer as another page, person or device would. */
  origin: string
  rpId: string
  counter: number
  flags: number
  userHandle: string | undefined
  create(challenge: string): { id: string; response: Record<string, string | string[]> }
  get(challenge: string): {
    id: string
    response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
  }
}

const present = 0x01
const verified = 0x04
const attested = 0x40
export const flags = { present, verified }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

/** The few forms of CBOR that an attestation has. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
function cbor(value: number | string | Buffer | Map<number | string, never>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]),
  ])
}
const map = (entries: [number | string, unknown][]) => new Map(entries) as Map<number | string, never>

export function authenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: device.origin, crossOrigin: false }))
  const authData = (more: number, rest = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(device.counter)
    return Buffer.concat([sha256(device.rpId), Buffer.from([device.flags | more]), counter, rest])
  }
  const device: Authenticator = {
    id: base64url(rawId),
    origin,
    rpId: new URL(origin).hostname,
    counter: 0,
    flags: present | verified,
    userHandle: undefined,
    create(challenge) {
      const key = map([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cbor(key)])
      const attestation = map([
        ['fmt', 'none'],
        ['attStmt', map([])],
        ['authData', authData(attested, credential)],
      ])
      return {
        id: device.id,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    get(challenge) {
      const data = authData(0)
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: device.id,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(device.userHandle !== undefined && { userHandle: device.userHandle }),
        },
      }
    },
  }
  return device
}
