import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addSeconds, type Clock } from '../server/platform/clock.ts'
import type { Database } from '../server/platform/database.ts'
import { sign, signatureHeader } from '../server/platform/signature.ts'
import { readAmountMinor, readCurrency, readJson, readText, refused } from './answer.ts'
import type { BankTransfer } from './wire.ts'

/** What the bank knows of our server. */
export interface BankFeed {
  /** Its address for reports; empty while it does not listen yet. */
  server(): string
  /** Signs the reports. */
  secret: string
  /** The house's accounts, for those who ask where to pay; none are offered without it. */
  houseAccounts?(): Promise<HouseAccount[]>
  /** Wait before the second report, ms; each further one waits twice as long. Default one second. */
  retryMs?: number
}

/** An account of the house that can be paid to. */
export interface HouseAccount {
  bankCode: string
  accountNo: string
  accountName: string
  currency: string
  nameTH: string
  nameEN: string
}

const shown = 10
const tries = 5
const waitMs = 5_000
const hidden = { schema: { hide: true } }

interface Made {
  reference: string
  fromBank: string
  fromAccountNo: string
  fromName: string
  toBank: string
  toAccountNo: string
  amountMinor: number
  /** As asked for; else the receiving account's, baht where that is not the house's. */
  currency: Currency | undefined
  at: Date
  feed: boolean
  /** What the feed calls it: at some banks not what is on the slip. */
  feedReference: string
  /** From when on the slip verifier knows it; null: at once. */
  knownAt: Date | null
}

/** A bank: people transfer to the house's accounts, and its feed reports that to our server (rules.md §5.2, §16). */
export function mountBank(
  app: FastifyInstance,
  { database, clock, bank }: { database: Database; clock: Clock; bank: BankFeed },
): void {
  const closing = new AbortController()
  const reporting = new Set<Promise<void>>()
  app.addHook('preClose', async () => {
    closing.abort()
    await Promise.allSettled(reporting)
  })

  /** One report; what our server said is noted. @returns whether it took the report */
  async function report(made: Made): Promise<boolean> {
    const body = JSON.stringify({
      accountNo: made.toAccountNo,
      reference: made.feedReference,
      amount: fromMinor(made.amountMinor),
      at: made.at.toISOString(),
      fromBank: made.fromBank,
      fromAccountNo: made.fromAccountNo,
      fromName: made.fromName,
    })
    let delivered = false
    let answer = 'NO_ANSWER'
    try {
      if (!bank.server()) throw new Error('nobody to report to')
      const response = await fetch(`${bank.server()}/hooks/bank/${encodeURIComponent(made.toAccountNo)}`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: sign(bank.secret, body, clock.now()),
        },
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(waitMs)]),
      })
      const said = (await response.json()) as { status?: string; message?: string }
      delivered = response.ok
      answer = said.status ?? said.message ?? `${response.status}`
    } catch {
      // Refused, cut off or unreadable: reported again.
    }
    await database.query(
      'update sandbox.bank_transfer set delivered = $2, answer = $3 where reference = $1',
      [made.reference, delivered, answer],
    )
    return delivered
  }

  /** The reports after the first, in the background; the transfer is made whether or not they arrive. */
  async function reportAgain(made: Made): Promise<void> {
    for (let turn = 1; turn < tries; turn++) {
      await sleep((bank.retryMs ?? 1_000) * 2 ** (turn - 1), undefined, { signal: closing.signal })
      if (await report(made)) return
    }
  }

  app.post(
    '/api/bank/transfers',
    hidden,
    async (request): Promise<{ reference: string; slipUrl: string }> => {
      const made = readTransfer(request, clock.now())
      const houses = (await bank.houseAccounts?.()) ?? []
      const house = houses.find(({ accountNo }) => accountNo === made.toAccountNo)
      await database.query(
        `insert into sandbox.bank_transfer (reference, from_bank, from_account_no, from_name, to_bank, to_account_no,
         amount_minor, sent_at, feed, created_at, known_at, to_name, feed_reference, currency)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          made.reference,
          made.fromBank,
          made.fromAccountNo,
          made.fromName,
          made.toBank,
          made.toAccountNo,
          made.amountMinor,
          made.at,
          made.feed,
          clock.now(),
          made.knownAt,
          house?.accountName ?? '',
          made.feedReference === made.reference ? null : made.feedReference,
          made.currency ?? house?.currency ?? 'THB',
        ],
      )
      if (made.feed && !(await report(made))) {
        const again = reportAgain(made)
          .catch((error: Error) => {
            if (!closing.signal.aborted) request.log.error({ err: error }, 'bank feed failed')
          })
          .finally(() => reporting.delete(again))
        reporting.add(again)
      }
      const slipUrl = `${request.protocol}://${request.host}${app.prefix}/api/bank/slips/${made.reference}.png`
      return { reference: made.reference, slipUrl }
    },
  )

  app.get('/api/bank/transfers', hidden, async (): Promise<BankTransfer[]> => {
    const rows = await database.query<
      Omit<BankTransfer, 'amount' | 'at'> & { amount_minor: number; sent_at: Date }
    >(
      `select reference, from_name as "fromName", to_bank as "toBank", to_account_no as "toAccountNo", amount_minor,
         currency, sent_at, feed, delivered, answer from sandbox.bank_transfer
       order by created_at desc, reference desc limit ${shown}`,
    )
    return rows.map(({ amount_minor, sent_at, ...row }) => ({
      ...row,
      amount: fromMinor(amount_minor),
      at: sent_at.toISOString(),
    }))
  })

  app.get('/api/bank/accounts', hidden, async () => (await bank.houseAccounts?.()) ?? [])
}

/** @throws Answer 400 INVALID_REQUEST naming the field */
function readTransfer(request: FastifyRequest, now: Date): Made {
  const body = readJson((request.body as string | undefined) ?? '')
  const { at = now.toISOString(), feed = false, pendingSeconds = 0 } = body
  if (typeof at !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(at) || Number.isNaN(Date.parse(at))) {
    throw refused(400, 'INVALID_REQUEST', { field: 'at', reason: 'an ISO 8601 time' })
  }
  if (typeof feed !== 'boolean') {
    throw refused(400, 'INVALID_REQUEST', { field: 'feed', reason: 'true or false' })
  }
  if (typeof pendingSeconds !== 'number' || pendingSeconds < 0 || pendingSeconds > 86_400) {
    throw refused(400, 'INVALID_REQUEST', { field: 'pendingSeconds', reason: '0 to 86400' })
  }
  const reference = newReference(now)
  return {
    reference,
    feedReference: body.feedReference === undefined ? reference : readText(body, 'feedReference', 100),
    fromBank: readText(body, 'fromBank', 20),
    fromAccountNo: readText(body, 'fromAccountNo', 40),
    fromName: readText(body, 'fromName', 200),
    toBank: readText(body, 'toBank', 20),
    toAccountNo: readText(body, 'toAccountNo', 40),
    amountMinor: readAmountMinor(body, 'amount'),
    currency: body.currency === undefined ? undefined : readCurrency(body),
    at: new Date(at),
    feed,
    knownAt: pendingSeconds > 0 ? addSeconds(now, pendingSeconds) : null,
  }
}

/** As Thai banks number transfers: the day and twelve digits. */
const newReference = (now: Date): string =>
  now.toISOString().slice(0, 10).replaceAll('-', '') +
  String(randomInt(1_000_000)).padStart(6, '0') +
  String(randomInt(1_000_000)).padStart(6, '0')
