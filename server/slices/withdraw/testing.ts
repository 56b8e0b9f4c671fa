import type { TestApp, TestMember } from '../../testing/app.ts'

/** What tests of withdrawals say often. Amounts in baht. */

export const saver = async (app: TestApp, amount: number): Promise<TestMember> => {
  const member = await app.registerMember()
  if (amount > 0) await app.fund(member.id, amount)
  return member
}

export function withdraw(
  app: Pick<TestApp, 'call'>,
  { token }: Pick<TestMember, 'token'>,
  amount: number,
  key?: string,
  all = false,
) {
  return app.call(all ? 'POST /api/wallet/withdrawAll' : 'POST /api/wallet/withdraw', {
    token,
    body: { amount },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}

/** Where a member's money is by the ledger. */
export async function purse(app: TestApp, { id }: Pick<TestMember, 'id'>) {
  const balances = await app.context.ledger.balances(id)
  const baht = (name: string) => (balances.get(name)?.amountMinor ?? 0) / 100
  return { wallet: baht('wallet'), withdrawing: baht('withdrawing') }
}

export interface Row {
  id: string
  state: string
  amount_minor: number
  attempts: number
  /** Of a failed one, why; else what the bank answered last. */
  reason: string | null
  operator_id: string | null
  in_review: boolean
  next_at: Date | null
  claimed_until: Date | null
}

export const rowsOf = (app: TestApp, { id }: Pick<TestMember, 'id'>): Promise<Row[]> =>
  app.database.query<Row>(
    `select p.*, coalesce(p.reason, w.last_reason) as reason, coalesce(w.attempts, 0) as attempts,
       w.review_reason is not null as in_review, w.next_at, w.claimed_until
     from withdrawals p left join outside_work w on w.kind = 'payout' and w.key = p.id
     where member_id = $1 order by p.created_at, p.id`,
    [id],
  )

export interface Paid {
  payoutId: string
  accountNo: string
  amount: number
  status: string
  asked: number
}

/** What the bank did, by payout id. */
export async function paidOut(app: Pick<TestApp, 'sandbox'>): Promise<Map<string, Paid>> {
  const payouts = await app.sandbox.call<Paid[]>('GET', 'bank/payouts')
  return new Map(payouts.map((payout) => [payout.payoutId, payout]))
}
