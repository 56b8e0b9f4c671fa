import { endpoint, Timestamp, Type } from '../../endpoint.ts'
import { ReceiptId } from './get-receipt.ts'

export const makeReceiptLink = endpoint({
  method: 'POST',
  path: '/api/statement/receipt/:id/link',
  summary:
    'Makes a link by which anybody can check this receipt until it expires; the link is answered this once only',
  access: 'member',
  params: Type.Object({ id: ReceiptId }),
  answer: Type.Object({
    url: Type.String(),
    expiresAt: Timestamp(),
    /** The link as a QR code: rows of its modules, 1 for a dark one. */
    qr: Type.Array(Type.String({ pattern: '^[01]+$' })),
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT'],
})
