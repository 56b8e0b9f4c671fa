import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import { createDesk } from '../../desk/items.ts'
import type { DeskDecision, DeskEntry, DeskQueue, Superseded } from '../../desk/queue.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TestApp } from '../../testing/app.ts'
import { eventsOf } from '../operator/testing.ts'

/**
 * A queue over a table of its own, which tests fill; it is the only queue in the registry.
 * @param as its name, and why its items wait
 */
export async function testQueue(
  app: TestApp,
  { name, reason }: Pick<DeskQueue, 'name'> & Pick<DeskEntry, 'reason'> = {
    name: 'slip',
    reason: 'NAME_UNCLEAR',
  },
) {
  let refusalInDoubt = false
  let superseded: Superseded | undefined
  await app.database.query(
    `create table parcels (id bigint generated always as identity primary key, member_id text, amount_minor bigint, currency text not null, from_name text not null,
       state text not null default 'waiting', decision jsonb, effects integer not null default 0)`,
  )
  interface Parcel {
    id: number
    member_id: string | null
    amount_minor: number | null
    currency: Currency
    from_name: string
    state: string
  }
  const entryOf = (row: Parcel): DeskEntry => ({
    id: String(row.id),
    createdAt: '2026-01-02T03:04:05.000Z',
    memberId: row.member_id,
    amount: row.amount_minor === null ? null : fromMinor(row.amount_minor),
    currency: row.currency,
    reason,
    evidence: [{ label: 'fromName', value: row.from_name }],
    picture: '/files/slip/a.jpg?expires=1&signature=secret',
  })
  const queue: DeskQueue = {
    name,
    get refusalInDoubt() {
      return refusalInDoubt
    },
    referenceNeeded: false,
    waiting: [
      {
        subject: 'slip',
        key: 'id',
        keyType: 'bigint',
        // As they came; a number as text would be in another order.
        at: `timestamptz '2026-01-02T03:04:05Z' + id * interval '1 microsecond'`,
        memberId: 'member_id',
        amountMinor: 'amount_minor',
        currency: 'currency',
        words: `concat_ws(' ', id, from_name)`,
        from: 'parcels',
        where: `state = 'waiting'`,
      },
    ],
    entries: async (ids) =>
      (
        await app.database.query<Parcel>(
          `select * from parcels where state = 'waiting' and id::text = any($1::text[])`,
          [ids],
        )
      ).map(entryOf),
    async ended(id) {
      const [row] = await app.database.query<Parcel>('select * from parcels where id = $1', [
        /^[1-9]\d*$/.test(id) ? Number(id) : 0,
      ])
      if (!row) return undefined
      const { member_id: memberId, amount_minor: amountMinor } = row
      const choice = row.state === 'settled' ? 'approve' : null
      return { memberId, amountMinor, currency: row.currency, choice, at: choice && app.clock.now() }
    },
    async decide(tx, id, decision) {
      const rows = await rawQuery(
        tx,
        `update parcels set state = $2, decision = $3::jsonb, effects = effects + 1
         where id = $1 and state = 'waiting' returning id`,
        [Number(id), decision.choice, JSON.stringify(decision)],
      )
      if (rows.length === 0) throw new Refusal('ALREADY_DECIDED')
      app.context.desk.changed(tx, 'slip', [id])
      return superseded
    },
  }
  app.context.desk = createDesk(app.context.sockets)
  app.context.desk.add(queue)

  return {
    /** Sets whether a refusal gives back money that may have left. */
    refuseInDoubt(is: boolean) {
      refusalInDoubt = is
    },
    /** Sets whether the queue closes an item without effect, and why. */
    supersede(by: Superseded | undefined) {
      superseded = by
    },
    /** Adds a parcel that waits; `amount` in baht, or in kip with `currency`. */
    async put(parcel: {
      memberId?: string
      amount?: number
      fromName?: string
      currency?: 'LAK'
    }): Promise<string> {
      return transaction(app.database.db, async (tx) => {
        const [row] = await rawQuery<{ id: number }>(
          tx,
          'insert into parcels (member_id, amount_minor, from_name, currency) values ($1, $2, $3, $4) returning id',
          [
            parcel.memberId ?? null,
            parcel.amount === undefined ? null : Math.round(parcel.amount * 100),
            parcel.fromName ?? 'SOMYING J',
            parcel.currency ?? 'THB',
          ],
        )
        const id = String(row?.id)
        app.context.desk.changed(tx, 'slip', [id])
        return id
      })
    },
    /** Changes parcels by themselves, as their owner would: `set` and `where` are SQL. */
    change: (set: string, where = 'true') =>
      transaction(app.database.db, async (tx) => {
        const rows = await rawQuery<{ id: number }>(
          tx,
          `update parcels set ${set} where ${where} returning id`,
        )
        app.context.desk.changed(
          tx,
          'slip',
          rows.map(({ id }) => id),
        )
      }),
    /** The state of a parcel, and how many decisions took effect. */
    async outcome(id: string) {
      const [row] = await app.database.query<{
        state: string
        effects: number
        decision: DeskDecision | null
      }>('select state, effects, decision from parcels where id = $1', [Number(id)])
      return row
    },
    /** The audit events of a parcel, in order. */
    auditEvents: async (id: string) =>
      (await eventsOf(app.database, { subject: `${name}:${id}` })).map(({ subject: _, ...event }) => event),
  }
}
