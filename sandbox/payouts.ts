import { currencies, fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { Answer, readAmountMinor, readChoice, readText, refused } from './answer.ts'
import { singles } from './fault-names.ts'
import { mountCall, type Plan } from './protocol.ts'
import type { Payout } from './wire.ts'
import type { World } from './world.ts'

const calls = singles.payout
const shown = 1_000

/** The bank that pays withdrawals out, each payout id once (rules.md §6.3, §16). */
export function mountPayouts(app: FastifyInstance, { database, clock, faults, secret }: World): void {
  async function decide(order: unknown[], refuseFor: string | null): Promise<Answer> {
    const [decided] = await database.query<{ status: string; reason: string | null; same: boolean }>(
      `insert into sandbox.payout as p (payout_id, bank_code, account_no, account_name, amount_minor, currency, status,
         reason, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (payout_id) do update set asked = p.asked + 1
       returning status, reason, (bank_code, account_no, amount_minor, currency) = ($2, $3, $5::bigint, $6) as same`,
      [...order, refuseFor === null ? 'SUCCESS' : 'REFUSED', refuseFor, clock.now()],
    )
    // A known id with other content: nothing is paid, and the answer says nothing about the first payout.
    if (!decided?.same) return refused(409, 'CONFLICT')
    return decided.status === 'SUCCESS'
      ? new Answer(200, { status: 'SUCCESS' })
      : new Answer(422, { status: 'REFUSED', reason: decided.reason })
  }

  const protocol: Record<(typeof calls)[number], (body: Record<string, unknown>) => Plan> = {
    pay(body) {
      const order = [
        readText(body, 'payoutId', 128),
        readText(body, 'bankCode', 20),
        readText(body, 'accountNo', 40),
        readText(body, 'accountName', 200),
        readAmountMinor(body, 'amount'),
        readChoice(body, 'currency', currencies),
      ]
      return { act: () => decide(order, null), refuse: () => decide(order, 'ACCOUNT_CLOSED') }
    },
    status(body) {
      const payoutId = readText(body, 'payoutId', 128)
      return {
        // Not `status: REFUSED`, which would say that the payout was refused; only this query is refused.
        refuse: async () => refused(422, 'CALL_REFUSED'),
        async act() {
          const [known] = await database.query<{ status: string; reason: string | null }>(
            'select status, reason from sandbox.payout where payout_id = $1',
            [payoutId],
          )
          if (!known) return new Answer(200, { status: 'UNKNOWN' })
          return new Answer(200, { status: known.status, ...(known.reason && { reason: known.reason }) })
        },
      }
    },
  }
  for (const call of calls) {
    mountCall(app, clock, faults, {
      url: `/payouts/${call}`,
      secret,
      address: () => ({ target: 'payout', call }),
      read: (_target, body) => protocol[call](body),
    })
  }

  app.get('/api/bank/payouts', { schema: { hide: true } }, async (request): Promise<Payout[]> => {
    const { limit } = request.query as { limit?: string }
    const max = /^[1-9]\d{0,3}$/.test(limit ?? '') ? Math.min(Number(limit), shown) : shown
    const rows = await database.query<
      Omit<Payout, 'amount' | 'createdAt'> & { amount_minor: number; created_at: Date }
    >(
      `select payout_id as "payoutId", bank_code as "bankCode", account_no as "accountNo",
         account_name as "accountName", amount_minor, currency, status, reason, asked, created_at
       from sandbox.payout order by created_at desc, payout_id limit ${max}`,
    )
    return rows.map(({ amount_minor, created_at, ...row }) => ({
      ...row,
      amount: fromMinor(amount_minor),
      createdAt: created_at.toISOString(),
    }))
  })
}
