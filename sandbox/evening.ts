import { randomInt } from 'node:crypto'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { readJson, refused } from './answer.ts'
import { silentGames } from './bets.ts'
import { addSeconds, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Faults } from './faults.ts'
import type { Evening, HouseAccount } from './wire.ts'

/** Somebody who sends money: a stranger, or one whom the bank has seen before. */
interface Sender {
  bank: string
  accountNo: string
  name: string
}

/** A transfer as it is ordered at the bank; amounts in minor units. */
interface Order extends Sender {
  amountMinor: number
  /** Seconds before now. */
  secondsAgo?: number
  /** The feed reports it under a reference of its own. */
  isRenamed?: true
}

type House = Pick<HouseAccount, 'bankCode' | 'accountNo'> & { currency?: Currency }

const strangers: Record<Currency, Sender[]> = {
  THB: [
    { bank: 'KBANK', accountNo: 'xxx-x-x4821-x', name: 'นาย ประเสริฐ ว' },
    { bank: 'SCB', accountNo: 'xxx-x-xx773-1', name: 'MR. WICHAI S***' },
    { bank: 'KTB', accountNo: 'xxx-x-xx059-4', name: 'ร.ต.อ. อนุชา พงษ์ไพร' },
    { bank: 'BBL', accountNo: '0418820071', name: 'MISS KANYA RATTANAPORN' },
    { bank: 'GSB', accountNo: '020418823377', name: 'นางสาวพรทิพย์ แซ่ลิ้ม' },
    { bank: 'TMB', accountNo: 'xxx-x-x9016-x', name: 'ว่าที่ร้อยตรี ธีรเดช ก.' },
    { bank: 'UOB', accountNo: '7713300219', name: 'NGUYEN VAN DUC' },
    { bank: 'KBANK', accountNo: 'xxx-x-x4821-x', name: 'ห้างหุ้นส่วนจำกัด เจริญทรัพย์' },
  ],
  LAK: [
    { bank: 'BCEL', accountNo: '0101200004418', name: 'ທ້າວ ບຸນມີ ສີສະຫວັດ' },
    { bank: 'LDB', accountNo: '030200xxxx771', name: 'MS KHAMLA P' },
    { bank: 'JDB', accountNo: '00120010010044', name: 'ນາງ ຄຳແກ້ວ' },
  ],
}

/** What banks make of a sender whom they know. */
const spellings: ((known: Sender) => Sender)[] = [
  (known) => ({ ...known, name: `พ.ต.ท. ${known.name}` }),
  (known) => ({ ...known, name: `${known.name} และ/หรือ สมหญิง ใจดี` }),
  (known) => ({ ...known, accountNo: masked(known.accountNo), name: cut(known.name) }),
  (known) => ({ ...known, accountNo: masked(known.accountNo), name: known.name.split(' ')[0] ?? known.name }),
  (known) => ({ ...known, accountNo: `0${known.accountNo}` }),
  (known) => ({ ...known, name: 'สุดา ศรีสุข' }),
  (known) => ({ ...known, bank: 'UOB' }),
]

/** The middle digits, as KBANK prints a number. */
const masked = (accountNo: string): string => `xxx-x-x${accountNo.slice(-5, -1)}-x`

/** The first name and a letter of the next one. */
function cut(name: string): string {
  const [first = '', second = ''] = name.split(' ')
  return `${first} ${[...second][0] ?? ''}***`
}

/** What does not answer for a while, so that payouts and transfers of the evening are uncertain. */
const silences = [
  ['payout', 'timeout-lost'],
  ['slip', 'timeout-lost'],
  ['PG', 'timeout-applied'],
  ['JOKER', 'timeout-lost'],
] as const

/** Stakes that no player has. */
const hugeStake: Record<Currency, number> = { THB: 250_000, LAK: 90_000_000 }
const day = 86_400

/** Games whose reports do not arrive meanwhile. */
const speechless = silences.flatMap(([target, fault]) => (fault === 'timeout-lost' ? [target] : []))

/**
 * A busy evening (rules.md §15): within a moment strangers and people whom the bank knows pay into each of
 * the house's accounts, in all the spellings of banks; a transfer is reported twice under two references;
 * open QR codes are paid and reported twice, each second one with another amount; games tell of bets with a
 * huge stake or of a month ago; and the next calls to a bank, a verifier and two games stay without an
 * answer.
 */
export function mountEvening(
  app: FastifyInstance,
  given: {
    database: Database
    clock: Clock
    faults: Faults
    houseAccounts?: () => Promise<HouseAccount[]>
  },
): void {
  const { database, clock, faults } = given

  /**
   * One of the sandbox's own calls, over its own routes, so that an evening can do nothing else than people
   * do.
   */
  async function call(url: string, body: object): Promise<void> {
    const answer = await app.inject({
      method: 'POST',
      url: `${app.prefix}${url}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
  }

  /** @throws Answer 400 INVALID_REQUEST, 409 NO_ACCOUNT where the house has no account to pay into */
  async function housesOf(body: Record<string, unknown>): Promise<House[]> {
    const houses = body.accounts ?? (await given.houseAccounts?.()) ?? []
    if (!isHouses(houses)) throw refused(400, 'INVALID_REQUEST', { field: 'accounts' })
    const banks = houses.filter(({ bankCode }) => bankCode !== paymentWallet)
    if (banks.length === 0) throw refused(409, 'NO_ACCOUNT')
    return banks
  }

  app.post('/api/evening', { schema: { hide: true } }, async (request): Promise<Evening> => {
    const houses = await housesOf(readJson((request.body as string | undefined) || '{}'))
    const known = await database.query<Sender>(
      `select bank_code as bank, account_no as "accountNo", account_name as name from sandbox.payout
       group by 1, 2, 3 order by max(created_at) desc limit 5`,
    )
    let transfers = 0
    for (const { bankCode, accountNo, currency = 'THB' } of houses) {
      for (const order of ordersOf(known, currency)) {
        const { bank, secondsAgo = 0, amountMinor, isRenamed, ...sender } = order
        await call('/api/bank/transfers', {
          fromBank: bank,
          fromAccountNo: sender.accountNo,
          fromName: sender.name,
          toBank: bankCode,
          toAccountNo: accountNo,
          amount: fromMinor(amountMinor),
          at: addSeconds(clock.now(), -secondsAgo).toISOString(),
          feed: true,
          ...(isRenamed && { feedReference: `F${randomInt(1e9)}` }),
        })
        transfers++
      }
    }
    const payments = await payOddly()
    const bets = await tellOddly()
    for (const [target, fault] of silences) await faults.set(target, JSON.stringify({ fault, times: 3 }))
    return { transfers, payments, bets, faults: silences.length }
  })

  /** Doubtful bets of the latest accounts. @returns their number */
  async function tellOddly(): Promise<number> {
    const accounts = await database.query<{ game: string; username: string; currency: Currency }>(
      `select game, username, currency from sandbox.account where not game = any($1::text[])
       order by created_at desc, username limit 4`,
      [[...silentGames, ...speechless]],
    )
    for (const [at, { game, username, currency }] of accounts.entries()) {
      const bet =
        at % 2 === 0
          ? { stake: hugeStake[currency] }
          : { stake: 100, settledAt: addSeconds(clock.now(), -30 * day).toISOString() }
      await call(`/api/games/${game}/bets`, { username, win: 0, ...bet })
    }
    return accounts.length
  }

  /** @returns the number of payments */
  async function payOddly(): Promise<number> {
    const codes = await database.query<{ id: string; amount: number }>(
      `select payment_id as id, amount_minor as amount from sandbox.qr_code c
       where not exists (select from sandbox.qr_payment p where p.gateway = c.gateway and p.payment_id = c.payment_id)
       order by created_at desc limit 12`,
    )
    for (const [at, { id, amount }] of codes.entries()) {
      const isOdd = at % 2 === 1
      await call('/api/qr/pay', { qrcodeId: id, times: 2, ...(isOdd && { amount: fromMinor(amount + 100) }) })
    }
    return codes.length
  }
}

/** Round and odd amounts of 100 to 9,000 baht, or of kip a thousand times as much. */
const amountOf = (currency: Currency): number =>
  randomInt(100, 9000) * (currency === 'LAK' ? 100_000 : 100) + (currency === 'LAK' ? 0 : randomInt(100))

function ordersOf(known: Sender[], currency: Currency): Order[] {
  const amountMinor = amountOf(currency)
  const [twin] = strangers[currency]
  return [
    ...strangers[currency].map((sender) => ({ ...sender, amountMinor: amountOf(currency) })),
    ...known.flatMap((person) =>
      spellings.map((spell) => ({ ...spell(person), amountMinor: amountOf(currency) })),
    ),
    // One transfer that the bank reports twice, in the same minute and under two references.
    ...(twin
      ? [
          { ...twin, amountMinor, secondsAgo: 20 },
          { ...twin, amountMinor, isRenamed: true as const },
        ]
      : []),
  ]
}

const isHouses = (value: unknown): value is House[] =>
  Array.isArray(value) &&
  value.every((account) => typeof account?.bankCode === 'string' && typeof account.accountNo === 'string')
