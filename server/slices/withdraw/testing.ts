import type { TestApp, TestMember } from '../../testing/app.ts'

/** Helpers for tests of withdrawals. Amounts in baht. */

export const buildMember = async (app: TestApp, amount: number): Promise<TestMember> => {
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

/** A member's balances in the ledger. */
export async function walletOf(app: TestApp, { id }: Pick<TestMember, 'id'>) {
  const balances = await app.context.ledger.balances(id)
  const baht = (name: string) => (balances.get(name)?.amountMinor ?? 0) / 100
  return { wallet: baht('wallet'), withdrawing: baht('withdrawing') }
}

export interface Row {
  id: string
  state: string
  amount_minor: number
  attempts: number
  /** Why it failed; otherwise the bank's last answer. */
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

/** The bank's payouts, by payout id. */
export async function listPayouts(app: Pick<TestApp, 'sandbox'>): Promise<Map<string, Paid>> {
  const payouts = await app.sandbox.call<Paid[]>('GET', 'bank/payouts')
  return new Map(payouts.map((payout) => [payout.payoutId, payout]))
}
