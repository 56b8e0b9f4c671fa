import { createHash } from 'node:crypto'

/**
 * 28 hexadecimal digits that are the same for the same kind of request, member and reference, so that a
 * request that is repeated finds what it made before.
 * @param reference the caller's `Idempotency-Key`, or what else names the request
 */
export const requestId = (kind: string, memberId: string, reference: string): string =>
  createHash('sha256').update(`${kind}:${memberId}:${reference}`).digest('hex').slice(0, 28)
