import { randomUUID } from 'node:crypto'
import { transaction } from '../../platform/database.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { depositPosting } from '../deposit/posting.ts'
import { recordBets } from '../game/public.ts'

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

/** What a test says of a member's past: real rows, dated by days before now. Amounts in baht. */
export function pastOf(app: Pick<TestApp, 'context' | 'database'>, id: string) {
  const { context, database } = app
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  return {
    async registered(days: number) {
      await database.query('update members set created_at = $2 where id = $1', [id, ago(days)])
    },
    async bankAccount(days: number) {
      await database.query('update member_bank_accounts set updated_at = $2 where member_id = $1', [
        id,
        ago(days),
      ])
    },
    async deposit(days: number, amount: number): Promise<string> {
      const key = `past:${randomUUID()}`
      const posting = depositPosting({
        key,
        memberId: id,
        currency: 'THB',
        sources: [{ house: 'bank:1', amountMinor: Math.round(amount * 100) }],
        meta: {},
      })
      await transaction(context.db, (tx) =>
        context.ledger.postAllIn(tx, [posting], { at: ago(days).toISOString() }),
      )
      return key
    },
    async takeBack(key: string) {
      await context.ledger.reverse(key, 'test')
    },
    /** A settled bet. */
    bet: (days: number, stake: number, win = 0, product = 'slot') =>
      transaction(context.db, (tx) =>
        recordBets(
          context,
          tx,
          [
            {
              game: 'PG',
              id: randomUUID(),
              memberId: id,
              product,
              currency: 'THB',
              stakeMinor: Math.round(stake * 100),
              winMinor: Math.round(win * 100),
              settledAt: ago(days),
            },
          ],
          'report',
        ),
      ),
    /** Money under a condition; `ended`: days ago, null while it runs. */
    async bonus(source: string, credited: number, ended: number | null, amount = 100) {
      await database.query(
        `insert into member_bonuses (id, member_id, currency, source, campaign, version, description, terms, state, created_at,
           credited_at, bonus_minor, journal_id, ended_at)
         values ($1, $2, 'THB', $3, 'PAST', 1, '{"th": "", "la": "", "en": ""}', '{}', $4, $5, $5, $6, 1, $7)`,
        [
          `bn${randomUUID()}`,
          id,
          source,
          ended === null ? 'ACTIVE' : 'FINISHED',
          ago(credited),
          amount * 100,
          ended === null ? null : ago(ended),
        ],
      )
    },
    async login(
      days: number,
      {
        way = 'password',
        device = String(randomUUID()),
        isNew = false,
        address = '203.0.113.x',
        answered = false,
      } = {},
    ) {
      await database.query(
        `insert into logins (member_id, at, way, session_hash, address, device_hash, is_new, answered_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, ago(days), way, randomUUID(), address, device, isNew, answered ? ago(days) : null],
      )
    },
    /** A deposit that the bank's feed reported from this account. */
    async paidFrom(accountNo: string, name = 'SOMCHAI JAIDEE') {
      await database.query(
        `insert into deposit_reports (kind, house_bank_code, place, currency, reference, amount_minor, paid_at, from_bank,
           from_account_no, from_name, received_at, reported_at, state, member_id, journal_key)
         values ('transfer', 'SCB', '1', 'THB', $2, 100, now(), 'KBANK', $3, $4, now(), now(), 'credited', $1, $2)`,
        [id, randomUUID(), accountNo, name],
      )
    },
  }
}

/** A member of long standing whose money was paid in and played, so that a withdrawal of it is clear (rules.md §17.12). */
export async function honestMember(
  app: TestApp,
  amount: number,
  details: Parameters<TestApp['registerMember']>[0] = {},
): Promise<TestMember> {
  const member = await app.registerMember(details)
  await makeHonest(app, member.id, amount)
  return member
}

/** Gives a member such a past. `amount` in baht, which is in the wallet then. */
export async function makeHonest(
  app: Pick<TestApp, 'context' | 'database'>,
  id: string,
  amount: number,
): Promise<void> {
  const past = pastOf(app, id)
  await past.registered(100)
  await past.bankAccount(100)
  await past.deposit(3, amount)
  await past.bet(2, amount, amount / 2)
}
