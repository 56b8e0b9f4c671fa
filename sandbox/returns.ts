import { randomInt } from 'node:crypto'
import { fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { Answer, readJson, readText } from './answer.ts'
import { type Received, readBooks } from './books.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'

interface Sums {
  account: string
  arrived: number
  reported: number
  returned: number
}

function sumUp(received: Received[]): Sums[] {
  const sum = (some: Received[]) => fromMinor(some.reduce((total, { amountMinor }) => total + amountMinor, 0))
  return [...new Set(received.map(({ account }) => account))].sort().map((account) => {
    const all = received.filter((transfer) => transfer.account === account)
    return {
      account,
      arrived: sum(all),
      reported: sum(all.filter(({ isReported }) => isReported)),
      returned: sum(all.filter(({ isReturned }) => isReturned)),
    }
  })
}

/**
 * The books of the bank and the gateways, and the house's online banking, by which money is sent back to its
 * sender.
 */
export function mountBooks(
  app: FastifyInstance,
  { database, clock }: { database: Database; clock: Clock },
): void {
  const hidden = { schema: { hide: true } }

  /**
   * Per house account and per gateway: the totals that arrived, were reported to our server, and were sent
   * back.
   */
  app.get('/api/bank/books', hidden, async () => {
    const books = await readBooks(database)
    return { banks: sumUp(books.banks), gateways: sumUp(books.gateways), entries: books }
  })

  // Sends a transfer (`reference`) or a QR payment (`eventId`) back to its sender, once: a repeated call
  // returns the first return's reference.
  app.post('/api/bank/returns', hidden, async (request): Promise<{ returnReference: string }> => {
    const body = readJson((request.body as string | undefined) ?? '')
    const column = body.eventId === undefined ? 'reference' : 'event_id'
    const of = body.eventId === undefined ? readText(body, 'reference', 100) : readText(body, 'eventId', 100)
    const table = column === 'reference' ? 'bank_transfer' : 'qr_payment'
    await database.query(
      `insert into sandbox.returned (return_reference, ${column}, created_at)
       select $1, ${column}, $3 from sandbox.${table} where ${column} = $2 on conflict do nothing`,
      [`RT${clock.now().getTime()}${randomInt(100_000, 1_000_000)}`, of, clock.now()],
    )
    const [known] = await database.query<{ returnReference: string }>(
      `select return_reference as "returnReference" from sandbox.returned where ${column} = $1`,
      [of],
    )
    if (!known) throw new Answer(404, { message: 'NO_TRANSFER' })
    return known
  })
}
