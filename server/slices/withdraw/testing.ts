import { randomUUID } from 'node:crypto'
import { mendItems } from '../../desk/items.ts'
import { joinWork } from '../../outside/testing.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { bankAccountOf, changeBankAccount, changeMember, storeLogins } from '../account/testing.ts'
import { storeBonuses } from '../bonus/testing.ts'
import type { Context } from '../context.ts'
import { depositPosting } from '../deposit/posting.ts'
import { storeCredited } from '../deposit/testing/stored.ts'
import { recordBets, settledBet } from '../game/public.ts'
import { holdKey, legsOf, masked, resolutionKey } from './rules.ts'
import { insertPast } from './store.ts'

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

/**
 * Records a withdrawal by its journals and its row, without a bank: held, or ended as `end` says.
 * @returns the key of its hold
 */
export async function recordWithdrawal(
  { db, ledger, desk }: Pick<Context, 'db' | 'ledger' | 'desk'>,
  memberId: string,
  amountMinor: number,
  end?: 'posted' | 'voided',
): Promise<string> {
  const id = `wd${randomUUID()}`
  const money = { memberId, currency: 'THB' as const, amountMinor }
  const account = { bankCode: 'SCB', accountNo: '0123456789', accountName: 'SOMCHAI JAIDEE' }
  const meta = { withdrawalId: id, bankCode: 'SCB', accountNo: masked(account.accountNo) }
  const of = { kind: 'withdraw', memberId } as const
  const key = holdKey(id)
  await transaction(db, async (tx) => {
    const reason = end === 'voided' ? 'BANK_REFUSED' : null
    const [{ at = new Date() } = {}] = await rawQuery<{ at: Date }>(tx, 'select clock_timestamp() as at', [])
    await insertPast(tx, { id, ...money, ...account, reason, at })
    if (!end) {
      await rawQuery(tx, `update withdrawals set state = 'PENDING', finished_at = null where id = $1`, [id])
      desk.changed(tx, 'withdrawal', [id])
    }
    const hold = { ...of, key, phase: 'pending', legs: legsOf('pending', money), meta } as const
    const ending = end && {
      ...of,
      key: resolutionKey(id, end),
      phase: end,
      pendingKey: key,
      legs: legsOf(end, money),
      meta: { withdrawalId: id },
    }
    for (const posting of [hold, ...(ending ? [ending] : [])]) await ledger.postIn(tx, posting)
  })
  return key
}

/** A member's balances in the ledger. */
export async function walletOf(app: TestApp, { id }: Pick<TestMember, 'id'>) {
  const balances = await app.context.ledger.balances(id)
  const baht = (name: string) => (balances.get(name)?.amountMinor ?? 0) / 100
  return { wallet: baht('wallet'), withdrawing: baht('withdrawing') }
}

type Queries = Pick<TestApp['database'], 'query'>

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
     from withdrawals p ${joinWork('payout', 'p.id')}
     where member_id = $1 order by p.created_at, p.id`,
    [id],
  )

/** A withdrawal of 1 baht of long ago, unless it says more; `createdAt` is of its day, too. */
export interface StoredWithdrawal {
  id: string
  memberId: string
  amountMinor?: number
  state?: 'PENDING' | 'SUCCESS'
  createdAt?: Date
  accountNo?: string
  accountName?: string
}

/** Stores withdrawals without their money, by one statement however many they are. */
export const storeWithdrawals = (database: Queries, withdrawals: readonly StoredWithdrawal[]) =>
  database.query(
    `insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, day,
       created_at, finished_at)
     select id, "memberId", 'THB', "amountMinor", 'SCB', "accountNo", "accountName", state, "createdAt"::date, "createdAt",
       case when state <> 'PENDING' then now() end
     from jsonb_to_recordset($1::jsonb) w (id text, "memberId" text, "amountMinor" bigint, "accountNo" text,
       "accountName" text, state text, "createdAt" timestamptz)`,
    [
      JSON.stringify(
        withdrawals.map((withdrawal) => ({
          ...{ amountMinor: 100, state: 'SUCCESS', createdAt: new Date('2020-01-01') },
          ...{ accountNo: '1', accountName: 'PAST' },
          ...withdrawal,
        })),
      ),
    ],
  )

/** A withdrawal to the member's account waits for a person, without its money. `amount` in baht. */
export async function putWithdrawal(
  { database, context }: Pick<TestApp, 'database' | 'context'>,
  { id, memberId, amount, at = new Date() }: { id: string; memberId: string; amount: number; at?: Date },
): Promise<void> {
  const account = await bankAccountOf(database, memberId)
  await database.query(
    `insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, day, created_at)
     values ($1, $2, 'THB', $3, $4, $5, $6, 'PENDING', $7::date, $8)`,
    [
      id,
      memberId,
      amount * 100,
      account?.bank_code,
      account?.account_no,
      account?.account_name,
      at.toISOString().slice(0, 10),
      at,
    ],
  )
  await mendItems(database, context.desk)
}

/** Removes withdrawals without a trace; `ids` is one, or a pattern of them: `wdpage%`. */
export async function removeWithdrawals(
  { database, context }: Pick<TestApp, 'database' | 'context'>,
  ids: string,
): Promise<void> {
  await database.query('delete from withdrawals where id like $1', [ids])
  await mendItems(database, context.desk)
}

/** Changes a withdrawal past all rules, and nothing of its money; under way it was sent just now. */
export async function changeWithdrawal(
  { database, context }: Pick<TestApp, 'database' | 'context'>,
  id: string,
  { state, reason, addedMinor = 0 }: { state?: string; reason?: string; addedMinor?: number },
): Promise<void> {
  await database.query(
    `update withdrawals set state = coalesce($2, state), reason = coalesce($3, reason), amount_minor = amount_minor + $4,
       sent_at = case when $2 in ('PAYING', 'UNCERTAIN') then now() else sent_at end
     where id = $1`,
    [id, state ?? null, reason ?? null, addedMinor],
  )
  await mendItems(database, context.desk)
}

/** What statements begin with that change the state of a withdrawal, for tests that kill a node there. */
export const marksWithdrawal = 'update withdrawals set state'

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
      await changeMember(database, id, { createdAt: ago(days) })
    },
    async bankAccount(days: number) {
      await changeBankAccount(database, id, { updatedAt: ago(days) })
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
            settledBet({
              game: 'PG',
              id: randomUUID(),
              memberId: id,
              product,
              currency: 'THB',
              stakeMinor: Math.round(stake * 100),
              winMinor: Math.round(win * 100),
              settledAt: ago(days),
            }),
          ],
          'report',
        ),
      ),
    /** Money under a condition; `ended`: days ago, null while it runs. */
    async bonus(source: string, credited: number, ended: number | null, amount = 100) {
      const endedAt = ended === null ? null : ago(ended)
      await storeBonuses(database, [{ memberId: id, source, amount, creditedAt: ago(credited), endedAt }])
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
      const at = ago(days)
      const answeredAt = answered ? at : null
      await storeLogins(database, [{ memberId: id, at, way, address, device, isNew, answeredAt }])
    },
    /** A deposit that the bank's feed reported from this account. */
    async paidFrom(accountNo: string, name = 'SOMCHAI JAIDEE') {
      await storeCredited(database, {
        memberId: id,
        fromBank: 'KBANK',
        fromAccountNo: accountNo,
        fromName: name,
      })
    },
  }
}

/**
 * A member of long standing whose money was paid in and played, so that a withdrawal of it is clear (rules.md
 * §17.12).
 */
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

/** What is decided by about withdrawals now. */
export const withdrawTerms = ({ services }: TestApp['context']) => services.withdrawTerms()
