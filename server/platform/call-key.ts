import { randomUUID } from 'node:crypto'
import { Refusal } from './refusal.ts'

/**
 * Keys under which something happens once. Members choose theirs, so a key that is made inside must be one
 * that no header can have: it has a blank. The types are made here only, so nothing else gets into their
 * place.
 */

declare const origin: unique symbol

/** The `Idempotency-Key` of a call: 1 to 128 visible ASCII signs, without a blank. */
export type CallKey = string & { readonly [origin]: 'call' }
/** A key that the server has made; it has a blank. */
export type InnerKey = string & { readonly [origin]: 'inner' }

/** @throws Refusal `INVALID_REQUEST` for a header that is no key; undefined: there is none */
export function readCallKey(header: string | string[] | undefined): CallKey | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(header)) {
    throw new Refusal('INVALID_REQUEST', {
      fields: [{ field: 'Idempotency-Key', reason: '1 to 128 visible characters' }],
    })
  }
  return header as CallKey
}

/** A key of two parts, which no call can send. */
export const innerKey = (first: string, second: string): InnerKey => `${first} ${second}` as InnerKey

/** A key that nothing has had. */
export const newKey = (): InnerKey => innerKey('new', randomUUID())
