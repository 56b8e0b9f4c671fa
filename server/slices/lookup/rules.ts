import { defineSetting, Type } from '../../platform/settings.ts'

/** The operator's settings for the lookups. */

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
