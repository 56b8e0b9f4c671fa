import { defineAmounts, defineSetting, Type } from '../../platform/settings.ts'

/** The operator's settings for the lookups. */

const timeOfDay = () => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
const httpAddress = () => Type.String({ pattern: '^(https?://\\S+)?$', maxLength: 500 })

export const serviceActive = defineSetting(
  'service.active',
  Type.Boolean(),
  true,
  'Off: the service is terminated and every call answers GONE',
)
export const registerOtp = defineSetting(
  'register.otp',
  Type.Boolean(),
  true,
  'Registration verifies the phone number by a code in an SMS',
)
export const chatWidget = defineSetting('chat.widget', Type.Boolean(), true, 'The chat widget is shown')

export const clientErrorsPerMinute = defineSetting(
  'lookup.clientErrorsPerMinute',
  Type.Integer({ minimum: 0, maximum: 1000 }),
  30,
  'Errors of pages that one address may report in a minute',
)

export const depositMin = defineAmounts(
  'deposit.min',
  { THB: 1, LAK: 1000 },
  'Minimum deposit by QR code or announcement; a gateway may ask for more',
)
export const giftMin = defineAmounts('gift.minimum', { THB: 2, LAK: 1000 }, 'Least gift link')
export const depositManual = defineSetting(
  'deposit.manual',
  Type.Boolean(),
  false,
  'Every deposit account shows as plain bank details and the operator confirms deposits by hand',
)

export const slipUploadMinutes = defineSetting(
  'slip.uploadMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  60,
  'A slip is taken up to this many minutes after its transfer',
)
export const slipMaxMegabytes = defineSetting(
  'slip.maxMegabytes',
  Type.Integer({ minimum: 1, maximum: 50 }),
  10,
  'Largest picture of a slip',
)
export const slipClosedFrom = defineSetting(
  'slip.closedFrom',
  timeOfDay(),
  '00:00',
  'Slips are not taken from this time of the Bangkok day; equal to slip.closedUntil: taken around the clock',
)
export const slipClosedUntil = defineSetting(
  'slip.closedUntil',
  timeOfDay(),
  '00:00',
  'Slips are taken again from this time of the Bangkok day',
)
/** Pictures of slips that can be read (rules.md §5.1). */
export const slipTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

export const infoName = defineSetting(
  'info.name',
  Type.String({ maxLength: 80 }),
  '',
  'Name of the operator; empty: the name of the brand',
)
export const infoWebsite = defineSetting(
  'info.website',
  httpAddress(),
  '',
  'Address of the operator’s website',
)

export const contactLineName = defineSetting(
  'contact.lineName',
  Type.String({ maxLength: 80 }),
  '',
  'Name of the support account in the messaging app',
)
export const contactLineLink = defineSetting(
  'contact.lineLink',
  httpAddress(),
  '',
  'Link that opens the support account in the messaging app',
)
export const contactLineQr = defineSetting(
  'contact.lineQR',
  Type.String({ pattern: '^(/[^/\\s]\\S*)?$', maxLength: 500 }),
  '',
  'Path on this site of the QR image of the support account; empty: the app’s own picture or none',
)
