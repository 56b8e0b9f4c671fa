import { isIP } from 'node:net'

/** How a value of the environment is read: each throws a TypeError that says what a value has to be. */

export function whole(min: number, max: number) {
  return (text: string | undefined): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Error(`a whole number from ${min} to ${max}`)
    return value
  }
}

export function url(...protocols: string[]) {
  return (text: string | undefined): string | undefined => {
    if (!text) return undefined
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    }
    return text.replace(/\/$/, '')
  }
}

export function oneOf<const V extends string>(...values: V[]) {
  return (text: string | undefined): V => {
    if (!values.includes(text as V)) throw new Error(`one of ${values.join(', ')}`)
    return text as V
  }
}

export const text = (value: string | undefined): string | undefined => value || undefined

export function hexKey(value: string | undefined): string | undefined {
  if (value && !/^[0-9a-f]{64}$/i.test(value)) throw new Error('64 hex digits')
  return value || undefined
}

/** Shorter secrets can be guessed, and the messages that they sign mean money. */
export const minSecret = 16

export function proxies(value: string | undefined): string[] | undefined {
  const named = value?.split(',').map((proxy) => proxy.trim())
  for (const proxy of named ?? []) {
    const [address = '', bits, ...more] = proxy.split('/')
    const widest = isIP(address) === 6 ? 128 : 32
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest)
    if (
      proxy !== 'loopback' &&
      proxy !== 'uniquelocal' &&
      (!isIP(address) || !isNetwork || more.length > 0)
    ) {
      throw new Error('addresses or networks such as 10.0.0.0/8, with commas between them')
    }
  }
  return named
}

export function origins(value: string | undefined): string[] | undefined {
  const given = value?.split(',').map((origin) => origin.trim())
  for (const origin of given ?? []) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error('origins such as https://m.example.com, with commas between them')
  }
  return given
}

export function publicOrigin(value: string | undefined): string | undefined {
  if (!value) return undefined
  if (!URL.canParse(value) || new URL(value).origin !== value || !/^https?:/.test(value))
    throw new Error('an origin such as https://wallet.example')
  return value
}

/** Secrets by partner. */
export type PartnerSecrets = Record<string, string>

export function partnerSecrets(value: string | undefined): PartnerSecrets | undefined {
  if (!value) return undefined
  const wanted = `JSON such as {"CODE": "a secret of its own"}, each of at least ${minSecret} characters and none twice`
  let given: unknown
  try {
    given = JSON.parse(value)
  } catch {
    throw new Error(wanted)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error(wanted)
  const secrets = Object.values(given)
  const isGood = secrets.every((secret) => typeof secret === 'string' && secret.length >= minSecret)
  if (!isGood || new Set(secrets).size < secrets.length) throw new Error(wanted)
  return given as PartnerSecrets
}

/** Names of hosts; one that begins with `*.` stands for every name below. */
export function hosts(value: string | undefined): string[] {
  const given = (value ?? '').split(',').map((host) => host.trim())
  for (const host of given) {
    if (!/^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/.test(host))
      throw new Error('names such as push.example.com or *.push.example.com, with commas between them')
  }
  return given
}

export function contact(value: string | undefined): string {
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(value ?? '') || !URL.canParse(value ?? ''))
    throw new Error('an address that begins with mailto: or https://')
  return value as string
}
