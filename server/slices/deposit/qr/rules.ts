import { defineSetting, Type } from '../../../platform/settings.ts'

/** Settings of QR codes (rules.md §5.3). */

export const qrMinutes = defineSetting(
  'qr.minutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  15,
  'Minutes for which a QR code may be paid',
)

export const qrPerMinute = defineSetting(
  'qr.perMinute',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  20,
  'QR codes that one member may have made within a minute',
)
