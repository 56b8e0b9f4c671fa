import { endpoint, Ok, Type } from '../../../endpoint.ts'

export const deleteQr = endpoint({
  method: 'DELETE',
  path: '/api/qrcode/:qrcodeId',
  summary: 'Cancels the member’s own open QR code; a payment that still arrives goes to the desk',
  access: 'member',
  params: Type.Object({ qrcodeId: Type.String({ maxLength: 60 }) }),
  answer: Ok,
  errors: ['NO_DATA'],
})
