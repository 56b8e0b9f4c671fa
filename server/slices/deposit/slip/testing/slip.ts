import { randomInt } from 'node:crypto'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import { drawSlip, type SlipFacts } from '@krapao/sandbox/slip-picture.ts'
import type { DeskEntry } from '../../../../desk/queue.ts'
import { transaction } from '../../../../platform/database.ts'
import { type TestApp, type TestAppOptions, type TestMember, testApp } from '../../../../testing/app.ts'
import { addHouseAccounts } from '../../../house/testing.ts'
import { deskOf } from '../../testing/money-in.ts'
import { ReaderBusy, type SlipReader } from '../reader.ts'
import type { Scan } from '../scan.ts'

/** What tests of slips share: an app with accounts of the house, transfers in the sandbox's bank, uploads. */

export const house = '0000000011'
export type Slip = AnswerOf<'POST /api/statement/slip'>['slips'][number]
/** A server of the test's own process, or a node. */
type Addressed = Pick<TestApp, 'address' | 'call'>
export type Sender = TestMember & { accountNo: string }

export async function slipApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await testApp({
    ...options,
    settings: {
      'slip.uploadsPerMinute': 1000,
      'slip.unread': 1000,
      'slip.unreadableInRow': 1000,
      ...options.settings,
    },
  })
  await addHouseAccounts(
    app.database,
    { bankCode: 'SCB', accountNo: house, sort: 1 },
    { bankCode: 'KTB', accountNo: '0000000022', currency: 'LAK', sort: 2 },
  )
  return app
}

let senders = randomInt(10_000)

/**
 * A number of ten digits, of which banks show the sixth to the ninth: no two senders of a file look alike.
 */
const newAccountNo = (): string =>
  `${randomInt(10_000, 100_000)}${String(++senders % 10_000).padStart(4, '0')}${randomInt(10)}`

/** A member with an account at KBANK. */
export async function newSender(
  app: TestApp,
  name = 'SOMYING JAIDEE',
  accountNo = newAccountNo(),
): Promise<Sender> {
  const member = await app.registerMember({
    bankCode: 'KBANK',
    bankAccountNo: accountNo,
    bankAccountName: name,
  })
  return { ...member, accountNo }
}

export interface Made {
  reference: string
  slipUrl: string
  png: Buffer
}

/** A transfer of 250.75 baht from a member's account to the house, and the slip of it. */
export async function makeTransfer(app: TestApp, sender: Sender, change: object = {}): Promise<Made> {
  const made = await app.sandbox.call<Omit<Made, 'png'>>('POST', 'bank/transfers', {
    fromBank: 'KBANK',
    fromAccountNo: sender.accountNo,
    fromName: 'SOMYING JAIDEE',
    toBank: 'SCB',
    toAccountNo: house,
    amount: 250.75,
    at: app.clock.now().toISOString(),
    ...change,
  })
  return { ...made, png: Buffer.from(await (await fetch(made.slipUrl)).arrayBuffer()) }
}

/** A slip of a transfer that no bank knows. */
export const forgeSlip = (change: Partial<SlipFacts> = {}): Promise<Buffer> =>
  drawSlip({
    reference: `F${randomInt(1_000_000_000)}`,
    fromBank: 'KBANK',
    fromAccountNo: '1234567890',
    fromName: 'SOMYING JAIDEE',
    toBank: 'SCB',
    toAccountNo: house,
    toName: 'KRAPAO',
    amountMinor: 25_075,
    currency: 'THB',
    at: new Date(),
    ...change,
  })

/**
 * Reads a picture as the job does, which comes again when it is not its turn: on a busy machine a process
 * starts slowly.
 */
export async function readSlip(reader: SlipReader, id: string, jpeg: Uint8Array): Promise<Scan> {
  for (;;) {
    try {
      return await reader.scan({ id, memberId: id, standing: 'unknown', createdAt: new Date() }, jpeg)
    } catch (error) {
      if (!(error instanceof ReaderBusy)) throw error
    }
  }
}

interface Upload {
  /** undefined: no file at all */
  bytes: Uint8Array | undefined
  name?: string
  type?: string
  fields?: Record<string, string>
}

export async function upload(
  address: string,
  token: string,
  given: Uint8Array | Upload,
): Promise<{ status: number; body: { slipId: string; message?: string } }> {
  const {
    bytes,
    name = 'slip.png',
    type = 'image/png',
    fields = {},
  } = given instanceof Uint8Array ? { bytes: given } : given
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  if (bytes) form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name)
  const response = await fetch(`${address}/api/wallet/slip`, {
    method: 'POST',
    body: form,
    headers: { 'x-requested-with': requestedWith, authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: (await response.json()) as { slipId: string } }
}

/** Uploads, and returns the slip's row as the list shows it once it is no longer in progress. */
export async function settle(app: Addressed, token: string, given: Uint8Array | Upload): Promise<Slip> {
  const { status, body } = await upload(app.address, token, given)
  if (status !== 200) throw new Error(`upload answered ${status} ${body.message}`)
  return settled(app, token, body.slipId)
}

export async function settled(app: Addressed, token: string, id: string): Promise<Slip> {
  for (let tries = 0; tries < 1200; tries++) {
    const slip = (await slipsOf(app, token)).find(({ _id }) => _id === id)
    if (slip && slip.status !== 'PENDING') return slip
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`slip ${id} stays in progress`)
}

export const slipsOf = async (app: Addressed, token: string): Promise<Slip[]> =>
  (await app.call('POST /api/statement/slip', { token, body: { page: 1, limit: 100 } })).body.slips

export const inWallet = async (app: TestApp, token: string): Promise<number> =>
  (await app.call('GET /api/wallet', { token })).body.wallet.amount

export const slipDeskOf = (app: TestApp) => deskOf(app, 'slip')

/** Carries out an operator's decision, as the desk does. */
export const decide = (app: TestApp, id: string, choice: 'approve' | 'refuse', amountMinor?: number) =>
  transaction(app.context.db, (tx) =>
    slipDeskOf(app).queue.decide(tx, id, {
      choice,
      operatorId: 'op',
      reason: 'looked at it',
      ...(amountMinor && { amountMinor }),
    }),
  )

/** What the desk shows of a slip, awaited. */
export async function onDesk(app: TestApp, id: string): Promise<DeskEntry> {
  for (let tries = 0; tries < 1200; tries++) {
    const entry = await slipDeskOf(app).find(id)
    if (entry) return entry
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`slip ${id} does not come to the desk`)
}
