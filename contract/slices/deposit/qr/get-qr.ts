import { endpoint } from '../../../endpoint.ts'
import { QrCode, QrParams } from './qr-code.ts'

export const getQr = endpoint({
  method: 'GET',
  path: '/api/qrcode/:code',
  summary: 'The member’s open QR code of a gateway, or with `PROMPTPAY` the newest of all, if any',
  access: 'member',
  params: QrParams,
  answer: QrCode,
  errors: ['NO_BANK'],
})
