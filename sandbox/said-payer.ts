import type { QrGateway } from '@krapao/contract/qr-gateways.ts'
import { readChoice, readText, refused } from './answer.ts'
import { printedName } from './printed-name.ts'
import { cutName, maskAccountNo } from './slip-banks.ts'
import { accountInFeed } from './written-numbers.ts'

/** How gateways say who paid a code: each in its own way, as in the world (rules.md §15). */

/**
 * `whole`: as a bank's feed does; `masked`: as a slip does; `name`: a name that is cut, and no account;
 * `nothing`; `late`: whole, but only when the report is repeated.
 */
const ways = ['whole', 'masked', 'name', 'nothing', 'late'] as const
type Way = (typeof ways)[number]

/** A gateway that is not here says nothing. */
const habits: Partial<Record<QrGateway, Way>> = {
  KBANK: 'masked',
  WW: 'masked',
  PAYONEX: 'whole',
  PAYTIMZ: 'name',
  LAOQR: 'late',
}

/** What a report says of the payer, first and when it is repeated. */
interface Said {
  first?: object
  repeated?: object
}

/**
 * Reads the account that a code is paid from: `payer` of the body, and in `says` another way than the
 * gateway's own. Where there is no payer, nothing is said.
 * @throws Answer 400 INVALID_REQUEST
 */
export function readPayer(body: Record<string, unknown>, gateway: string): Said {
  const { payer } = body
  if (payer === undefined) return {}
  if (typeof payer !== 'object' || payer === null) {
    throw refused(400, 'INVALID_REQUEST', { field: 'payer', reason: 'an account' })
  }
  const account = payer as Record<string, unknown>
  const bankCode = readText(account, 'bankCode', 40)
  const accountNo = readText(account, 'accountNo', 40)
  const name = printedName(bankCode, readText(account, 'name', 120))
  const whole = { bankCode, accountNo: accountInFeed(bankCode, accountNo), name }
  const way =
    body.says === undefined ? (habits[gateway as QrGateway] ?? 'nothing') : readChoice(body, 'says', ways)
  const cut = cutName(bankCode, name)
  switch (way) {
    case 'whole':
      return { first: whole, repeated: whole }
    case 'masked': {
      const masked = { bankCode, accountNo: maskAccountNo(bankCode, accountNo), name: cut }
      return { first: masked, repeated: masked }
    }
    case 'name': {
      const named = { bankCode: '', accountNo: null, name: cut }
      return { first: named, repeated: named }
    }
    case 'late':
      return { repeated: whole }
    default:
      return {}
  }
}
