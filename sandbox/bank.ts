import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import { sign, signatureHeader } from '@krapao/contract/signature.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAmountMinor, readCurrency, readJson, readText, readTime, refused } from './answer.ts'
import { addSeconds, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import { printedName } from './printed-name.ts'
import type { BankTransfer, HouseAccount } from './wire.ts'
import { accountInFeed, phoneInFeed } from './written-numbers.ts'

/** The bank's connection to our server. */
export interface BankFeed {
  /** The address of our server; empty while the server does not listen yet. */
  server(): string
  /** Signs the reports. */
  secret: string
  /** The house accounts to which people can transfer on the page; without it the page shows none. */
  houseAccounts?(): Promise<HouseAccount[]>
  /** Milliseconds before the second report; the pause doubles with each repetition. Default: 1000. */
  retryMs?: number
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
  /**
   * The currency of the order; undefined: that of the receiving house account, or baht if the account is
   * unknown.
   */
  currency: Currency | undefined
  at: Date
  feed: boolean
  /** The reference in the feed, which at some banks differs from the one on the slip. */
  feedReference: string
  /** The time from which the slip verifier finds the transfer; null: at once. */
  knownAt: Date | null
}

/**
 * A bank: people transfer to house accounts, and the bank's feed reports the transfers to our server
 * (rules.md §5.2, §16).
 */
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

  /** Sends one report and stores our server's answer. @returns whether our server accepted the report */
  async function report(made: Made): Promise<boolean> {
    const body = JSON.stringify({
      accountNo: made.toAccountNo,
      reference: made.feedReference,
      amount: fromMinor(made.amountMinor),
      at: made.at.toISOString(),
      fromBank: made.fromBank,
      fromAccountNo:
        made.toBank === paymentWallet
          ? phoneInFeed(made.fromAccountNo, made.feedReference)
          : accountInFeed(made.fromBank, made.fromAccountNo),
      fromName: printedName(made.fromBank, made.fromName),
    })
    let delivered = false
    let answer = 'NO_ANSWER'
    try {
      if (!bank.server()) throw new Error('the server does not listen yet')
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
      // No readable answer: the report is repeated.
    }
    await database.query(
      'update sandbox.bank_transfer set delivered = $2, answer = $3 where reference = $1',
      [made.reference, delivered, answer],
    )
    return delivered
  }

  /** Repeats the report in the background until our server accepts it; the transfer does not depend on it. */
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
  const { feed = false, pendingSeconds = 0 } = body
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
    at: readTime(body, 'at', now),
    feed,
    knownAt: pendingSeconds > 0 ? addSeconds(now, pendingSeconds) : null,
  }
}

/** A reference as Thai banks give them: the day and twelve digits. */
const newReference = (now: Date): string =>
  now.toISOString().slice(0, 10).replaceAll('-', '') +
  String(randomInt(1_000_000)).padStart(6, '0') +
  String(randomInt(1_000_000)).padStart(6, '0')
