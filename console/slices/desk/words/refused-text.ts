import type { CallName } from '@krapao/contract/client.ts'
import { textOr } from '../../../app/i18n.ts'

/** The calls of members and visitors, by the text for what the person asked for. */
const groups = {
  login: ['POST /api/login', 'POST /api/logout'],
  reset: ['POST /api/login/reset', 'POST /api/login/reset/send'],
  passkey: [
    'POST /api/account/passkeys',
    'POST /api/account/passkeys/options',
    'POST /api/account/passkeys/remove',
    'POST /api/login/passkey',
    'POST /api/login/passkey/options',
  ],
  devices: [
    'GET /api/account/devices',
    'GET /api/account/logins/new',
    'POST /api/account/logins/:id/answer',
    'DELETE /api/account/sessions',
    'DELETE /api/account/sessions/:id',
  ],
  push: [
    'GET /api/push/settings',
    'PUT /api/push/settings',
    'PUT /api/push/subscription',
    'POST /api/push/unsubscribe',
  ],
  register: ['POST /api/account', 'POST /api/account/invite-code'],
  otp: ['POST /api/otp/send', 'POST /api/otp/verify'],
  validate: ['POST /api/account/validate'],
  profile: [
    'GET /api/account/profile',
    'PUT /api/account/profile',
    'PUT /api/account/bankAccountName',
    'PUT /api/account/changepwd',
  ],
  wallet: ['GET /api/wallet', 'GET /api/wallet/refresh/slot'],
  transfer: ['POST /api/wallet/transfer', 'POST /api/wallet/transferAll'],
  slip: [
    'POST /api/wallet/slip',
    'GET /api/lookup/slip',
    'POST /api/statement/slip',
    'GET /api/statement/slip/reference/:reference',
  ],
  qr: ['GET /api/qrcode/:code', 'POST /api/qrcode/:code', 'DELETE /api/qrcode/:qrcodeId'],
  gift: ['POST /api/wallet/truelink'],
  announcement: ['POST /api/wallet/add'],
  withdrawal: ['POST /api/wallet/withdraw', 'POST /api/wallet/withdrawAll', 'GET /api/lookup/withdraw'],
  game: [
    'GET /api/wallet/account/:code',
    'GET /api/wallet/activate/:code',
    'GET /api/wallet/resetpassword/:code',
    'GET /api/autoLogin/:provider/:username',
    'GET /api/autoLogin/:provider/:username/:password',
    'PUT /api/wallet/favourite/:code',
    'DELETE /api/wallet/favourite/:code',
    'PUT /api/wallet/played/:code',
  ],
  statement: [
    'GET /api/outcomes',
    'POST /api/outcomes/read',
    'GET /api/statement/last-amounts',
    'POST /api/statement/receipt/:id/link',
    'DELETE /api/statement/receipt/:id/link',
    'POST /api/statement',
    'GET /api/statement/:id/entries',
    'GET /api/statement/csv',
    'GET /api/statement/pdf',
    'GET /api/statement/receipt/:id',
    'GET /api/statement/sums',
    'GET /api/wallet/pending',
  ],
  bonus: [
    'GET /api/bonus',
    'GET /api/bonus/activate/:code',
    'GET /api/bonus/check/active',
    'GET /api/bonus/check/minimum',
    'GET /api/bonus/clear',
    'POST /api/bonus/bets/:id',
    'POST /api/bonus/past',
    'GET /api/bonus/reviews',
    'DELETE /api/bonus/reviews/:id',
  ],
  promotion: [
    'GET /api/promotion/find/:code',
    'GET /api/promotion/activate/:code',
    'GET /api/promotion/current',
  ],
  invite: ['POST /api/invite', 'GET /api/invite/bonus', 'GET /api/invite/banners'],
  refund: [
    'POST /api/refund',
    'GET /api/refund/check',
    'GET /api/refund/receive',
    'GET /api/refund/addWallet',
    'GET /api/refund/banners',
  ],
  spinwheel: [
    'GET /api/spinwheel/active',
    'GET /api/spinwheel/setup',
    'POST /api/spinwheel/spin',
    'POST /api/spinwheel/spins',
    'POST /api/spinwheel/seed/rotate',
    'GET /api/spinwheel/coupon',
    'POST /api/spinwheel/coupon/claim',
  ],
  chat: [
    'GET /api/chat/config',
    'GET /api/chat/messages',
    'POST /api/chat/adopt',
    'POST /api/chat/guest',
    'POST /api/chat/history',
    'POST /api/chat/send-message',
    'POST /api/chat/upload-image',
    'POST /api/chat/upload-video',
    'PUT /api/chat/read-customer/',
  ],
  other: [
    'GET /api/wallet/answer/:key',
    'GET /api/wallet/deposit/:key',
    'POST /api/client-errors',
    'GET /api/lookup/active',
    'GET /api/lookup/agreements',
    'GET /api/lookup/bankNames',
    'GET /api/lookup/banks',
    'GET /api/lookup/conditions',
    'GET /api/lookup/contact',
    'GET /api/lookup/deposit',
    'GET /api/lookup/enableChatWidget',
    'GET /api/lookup/info',
    'GET /api/lookup/notice',
    'GET /api/lookup/registerOTP',
    'GET /api/lookup/sources',
  ],
} satisfies Record<string, CallName[]>

const groupOf: Record<string, string> = Object.fromEntries(
  Object.entries(groups).flatMap(([group, calls]) => calls.map((call) => [call, group])),
)

/** The text for what a refused call asked for; a call without a text is shown as it is. */
export const callText = (endpoint: string): string =>
  textOr([`desk.find.call.${groupOf[endpoint]}`], endpoint)

/**
 * The text for why a member's call was refused, written for staff; a code without a text is shown as it is.
 */
export const refusedText = (code: string): string => textOr([`desk.find.code.${code}`], code)
