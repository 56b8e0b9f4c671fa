import { Type } from '../../endpoint.ts'
import { inEachKind } from './kinds.ts'

/** HH:mm of the Bangkok day. */
const Time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

/**
 * What a member wants to hear of; from `quietFrom` until `quietUntil` without a sound, never where both are
 * equal.
 */
export const PushSettings = Type.Object({
  kinds: Type.Object(inEachKind(() => Type.Boolean())),
  quietFrom: Time,
  quietUntil: Time,
})

/** An address that a browser's push service gave it, and the browser's keys. */
export const PushEndpoint = Type.String({ minLength: 1, maxLength: 1024 })
