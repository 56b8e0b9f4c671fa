import type { GameCategory } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { Fault, OutsideCall } from './fault-names.ts'
import type { Show } from './odds.ts'

/** The calls between the sandbox's page and its server. Amounts are in major units, times in ISO 8601. */

/** A text message as the phone shows it. */
export interface Sms {
  phone: string
  text: string
  otpRef: string
  code: string
  createdAt: string
}

/** A device that takes push messages, as a browser reports it to the app. */
export interface PushDevice {
  id: string
  endpoint: string
  p256dh: string
  auth: string
}

/** A push message that a device got; `sender` is the public key of the server. */
export interface PushReceived {
  sender: string
  ttl: number
  urgency: string | null
  topic: string | null
  content: string
  createdAt: string
}

/** A push message in the list of all devices. */
export interface PushListed extends PushReceived {
  id: string
  deviceId: string
}

/** A house account to which people can transfer. */
export interface HouseAccount {
  bankCode: string
  accountNo: string
  accountName: string
  currency: string
  nameTH: string
  nameEN: string
}

/** A transfer as the bank shows it; `answer` is our server's answer to the report. */
export interface BankTransfer {
  reference: string
  fromName: string
  toBank: string
  toAccountNo: string
  amount: number
  currency: Currency
  at: string
  feed: boolean
  delivered: boolean
  answer: string | null
}

/** A payout as the bank shows it; `asked`: the number of requests of our server to pay it. */
export interface Payout {
  payoutId: string
  bankCode: string
  accountNo: string
  accountName: string
  amount: number
  currency: Currency
  status: 'SUCCESS' | 'REFUSED'
  reason: string | null
  asked: number
  createdAt: string
}

/** A payment by a QR code; `answer` is our server's answer to the report. */
export interface QrPayment {
  eventId: string
  amount: number
  paidAt: string
  reports: number
  delivered: boolean
  answer: string | null
}

/** A QR code with its payments, oldest first. */
export interface QrCode {
  qrcodeId: string
  gateway: string
  amount: number
  currency: Currency
  payload: string
  cancelled: boolean
  expiresAt: string
  createdAt: string
  payments: QrPayment[]
}

export interface Gift {
  link: string
  amount: number
  currency: Currency
  phone: string
  redeemedAt: string | null
  createdAt: string
}

/** A provider with its latest accounts; `accounts`: the number of all its accounts. */
export interface Game {
  code: string
  category: GameCategory
  accounts: number
  latest: { username: string; currency: Currency; balance: number }[]
}

/** A settled bet, in the account's currency. */
export interface Bet {
  product: string
  stake: number
  win: number
  createdAt: string
}

/** A game account, which everybody can see in the sandbox; bets newest first. */
export interface Account {
  username: string
  currency: Currency
  balance: number
  bets: Bet[]
}

/** A round that was played; `win` includes the stake, `balance` is the account's balance after the round. */
export interface PlayedRound {
  show: Show
  stake: number
  win: number
  balance: number
}

/** A fault for the next `times` calls; `call` null: any call of the target. */
export interface SetFault {
  target: string
  call: OutsideCall | null
  fault: Fault
  times: number
}

/** A transfer that a person orders at the bank; `at`: when it was made, by default now. */
interface TransferOrder {
  fromBank: string
  fromAccountNo: string
  fromName: string
  toBank: string
  toAccountNo: string
  amount: number
  feed: boolean
  at?: string
}

/**
 * What a busy evening began: transfers that the bank reported, payments of QR codes, doubtful bets, kinds of
 * calls that stay unanswered.
 */
export interface Evening {
  transfers: number
  payments: number
  bets: number
  faults: number
}

/** The calls of the page, for its typed client. */
export interface SandboxCalls {
  'GET /sandbox/api/sms': { query: { phone: string }; answer: Sms[] }
  'GET /sandbox/api/push': { answer: PushListed[] }
  'GET /sandbox/api/bank/accounts': { answer: HouseAccount[] }
  'GET /sandbox/api/bank/transfers': { answer: BankTransfer[] }
  'POST /sandbox/api/bank/transfers': { body: TransferOrder; answer: { reference: string; slipUrl: string } }
  'GET /sandbox/api/bank/payouts': { query: { limit: string }; answer: Payout[] }
  'GET /sandbox/api/qr': { answer: QrCode[] }
  'POST /sandbox/api/qr/pay': {
    body: { qrcodeId: string; amount?: number; at?: string }
    answer: { eventId: string }
  }
  'GET /sandbox/api/gifts': { answer: Gift[] }
  'POST /sandbox/api/gifts': {
    body: { amount: number; currency: Currency; phone: string }
    answer: { link: string }
  }
  'GET /sandbox/api/games': { answer: Game[] }
  'POST /sandbox/api/games/:code/tickets': {
    params: { code: string }
    body: { username: string }
    answer: { link: string }
  }
  'GET /sandbox/api/games/:code/session': {
    params: { code: string }
    answer: Account & { category: GameCategory }
  }
  'POST /sandbox/api/games/:code/rounds': {
    params: { code: string }
    body: { stake: number; choice?: string }
    answer: PlayedRound
  }
  'POST /sandbox/api/evening': { body: object; answer: Evening }
  'GET /sandbox/api/faults': { answer: SetFault[] }
  'PUT /sandbox/api/faults/:target': {
    params: { target: string }
    body: { fault: Fault | 'none'; times?: number; call?: OutsideCall }
    answer: object
  }
}
