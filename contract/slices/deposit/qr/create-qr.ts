import { Amount, endpoint, Type } from '../../../endpoint.ts'
import { QrCode, QrParams } from './qr-code.ts'

export const createQr = endpoint({
  method: 'POST',
  path: '/api/qrcode/:code',
  summary:
    'Makes a single-use QR code; an open code of this gateway, or of any with `PROMPTPAY`, is cancelled first (rules.md §5.3)',
  access: 'member',
  movesMoney: true,
  params: QrParams,
  body: Type.Object({ amount: Amount() }),
  answer: QrCode,
  errors: ['NO_BANK', 'DEPOSIT_MINIMUM', 'REQUEST_LIMIT_1MIN', 'IDEMPOTENCY_CONFLICT', 'UNDER_WAY'],
})
