import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { sign } from '@krapao/contract/signature.ts'
import { type DeskDecision, type DeskEntry, entriesOf } from '../../../desk/queue.ts'
import { listedItems } from '../../../desk/testing.ts'
import { legsOf } from '../../../ledger/testing/asked.ts'
import { transaction } from '../../../platform/database.ts'
import type { TestApp, TestMember } from '../../../testing/app.ts'
import { addHouseAccounts } from '../../house/testing.ts'

/** What tests of money coming in say often. Amounts in baht. */

export const walletName = 'KRAPAO GIFTS'

/** Accounts of the house at every gateway, and a wallet for gifts. */
export async function openAccounts(app: Pick<TestApp, 'database'>): Promise<void> {
  await addHouseAccounts(
    app.database,
    { bankCode: 'WW', bankType: 'PAYMENT', accountNo: 'T-WW', sort: 1 },
    { bankCode: 'PAYTIMZ', bankType: 'PAYMENT', accountNo: 'T-PAYTIMZ', sort: 2 },
    { bankCode: 'FP', bankType: 'PAYMENT', accountNo: 'T-FP', sort: 3 },
    { bankCode: 'PAYONEX', bankType: 'PAYMENT', accountNo: 'T-PAYONEX', sort: 4, enabled: false },
    { bankCode: 'KBANK', mode: 'SMS', accountNo: 'T-KBANK', sort: 5 },
    { bankCode: 'SCB', accountNo: '0000000011', sort: 6 },
    { kind: 'wallet', mode: 'SMS', accountName: walletName, accountNo: '0800000044', sort: 7 },
    { kind: 'wallet', mode: 'SMS', accountName: 'CLOSED', accountNo: '0800000055', sort: 8, enabled: false },
  )
}

export const inWallet = async (app: TestApp, { token }: Pick<TestMember, 'token'>): Promise<number> =>
  (await app.call('GET /api/wallet', { token })).body.wallet.amount

export const askCode = (app: TestApp, { token }: Pick<TestMember, 'token'>, code: string, amount: number) =>
  app.call('POST /api/qrcode/:code', { token, params: { code }, body: { amount } })

/** A customer's bank app pays a code. */
export const pay = (app: TestApp, body: object) =>
  app.sandbox.call<{ eventId: string; delivered: boolean; answer: string }>('POST', 'qr/pay', body)

/**
 * Sends our server a gateway's report, with the right signature unless another is given; returns status and
 * body.
 */
export async function hook(
  app: TestApp,
  gateway: string,
  report: object,
  signature = sign(app.sandbox.secrets.payments, JSON.stringify(report), app.clock.now()),
): Promise<[number, Record<string, unknown>]> {
  const response = await fetch(`${app.address}/hooks/payment/${gateway}`, {
    method: 'POST',
    body: JSON.stringify(report),
    headers: { 'content-type': 'application/json', 'x-signature': signature },
  })
  return [response.status, (await response.json()) as Record<string, unknown>]
}

export const newEventId = (): string => `e${randomBytes(9).toString('hex')}`

/** Seals as a browser does (rules.md §16). */
export function sealGift(text: string, secret = 'krapao-gift-link'): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(secret).digest(), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  )
}

export const sendGift = (
  app: TestApp,
  { token }: Pick<TestMember, 'token'>,
  link: string,
  name = walletName,
) => app.call('POST /api/wallet/truelink', { token, body: { link: sealGift(`${link}::${name}`) } })

export const makeGift = async (app: TestApp, phone: string, amount: number): Promise<string> =>
  (await app.sandbox.call<{ link: string }>('POST', 'gifts', { amount, phone })).link

/** Announces a deposit; manual deposits have to be on. */
export const announce = (
  app: Pick<TestApp, 'call'>,
  { token }: Pick<TestMember, 'token'>,
  amount: number,
  key?: string,
) =>
  app.call('POST /api/wallet/add', {
    token,
    body: { amount },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

/** A queue of the operators' desk. */
export function deskOf(app: TestApp, name: string) {
  const queue = app.context.desk.queues().find((known) => known.name === name)
  if (!queue) throw new Error(`no queue ${name}`)
  const listed = async (): Promise<string[]> => (await listedItems(app.database, name)).map(({ id }) => id)
  const find = async (id: string): Promise<DeskEntry | undefined> => (await entriesOf(queue, [id]))[0]
  return {
    queue,
    /** All that waits, oldest first. */
    all: async (): Promise<DeskEntry[]> => entriesOf(queue, await listed()),
    count: async (): Promise<number> => (await listed()).length,
    find,
    /** An operator's decision that takes effect, about what the item asks now; rejects with its refusal. */
    async decide(id: string, choice: DeskDecision['choice'], more: Partial<DeskDecision> = {}) {
      const { question } = (await find(id)) ?? {}
      const said = {
        choice,
        operatorId: 'operator',
        reason: 'looked at',
        ...(question !== undefined && { question }),
      }
      return transaction(app.context.db, (tx) => queue.decide(tx, id, { ...said, ...more }))
    },
  }
}

/** Two people take a credit back; `id` of its item in the queue (docs/decisions/0020). */
export async function takeBack(app: TestApp, queue: string, id: string): Promise<void> {
  const owner = deskOf(app, queue).queue
  const found = await owner.reversible?.(id)
  if (!found) throw new Error(`${queue} ${id} cannot be taken back`)
  const by = { operatorId: 'operator', reason: 'wrong person' }
  await transaction(app.context.db, async (tx) => owner.reverse?.(tx, found.journalKey, by))
}

/** Where the house has an amount, or everybody: in baht, nothing that is zero. */
export async function placesOf(
  { database }: Pick<TestApp, 'database'>,
  amount: number,
  whose: 'the house’s' | 'all' = 'the house’s',
): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const leg of await legsOf(database, { amountMinor: Math.round(amount * 100) })) {
    if (whose === 'all' || leg.member_id === '') sums[leg.name] = (sums[leg.name] ?? 0) + leg.amount_minor
  }
  const left = Object.entries(sums).filter(([, minor]) => minor !== 0)
  return Object.fromEntries(left.map(([name, minor]) => [name, minor / 100]))
}
