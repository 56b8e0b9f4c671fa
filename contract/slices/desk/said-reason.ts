import { Type } from '../../endpoint.ts'
import type { ReasonCode } from './reason-codes.ts'

/** A code as the calls carry it; the server checks that it belongs to the queue and the choice. */
export const DeskReasonCode = Type.Unsafe<ReasonCode>(Type.String({ pattern: '^[A-Z_]{3,40}$' }))
