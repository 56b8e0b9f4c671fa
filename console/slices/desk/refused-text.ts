import type { CallName } from '@krapao/contract/client.ts'
import { textOr } from '../../app/i18n.ts'

/** The calls of members and visitors, by what a person would say was asked for. */
const groups = {
  login: ['POST /api/login', 'POST /api/logout'],
  register: ['POST /api/account'],
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
  ],
  statement: [
    'POST /api/statement',
    'GET /api/statement/:id/entries',
    'GET /api/statement/csv',
    'GET /api/wallet/pending',
  ],
  other: [
    'GET /api/wallet/answer/:key',
    'GET /api/wallet/deposit/:key',
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

/** What a refused call asked for, in words; a call that this page does not know yet shows itself. */
export const callText = (endpoint: string): string =>
  textOr([`desk.find.call.${groupOf[endpoint]}`], endpoint)

/** Why a member's call was refused, in words for staff; a code without a text shows itself. */
export const refusedText = (code: string): string => textOr([`desk.find.code.${code}`], code)
