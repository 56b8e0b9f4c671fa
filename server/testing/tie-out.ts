import { type Books, type Received, readBooks } from '@krapao/sandbox/books.ts'
import type { Database } from '../platform/database.ts'

/**
 * Compares the house accounts in our ledger with the books of the sandbox's banks and gateways, to the satang
 * (rules.md §18). Money that was not reported to us yet is in transit. A transfer that slip and feed reported
 * with two references is in our books twice until an operator has decided. Any other difference is a defect.
 */

/** Amounts in minor units. */
export interface Tied {
  account: string
  /** The balance in our ledger, without the demo world's history, which is in no bank's books. */
  ours: number
  /** The money that arrived, less the money that was sent back or on to another house account. */
  theirs: number
  /** Not reported yet, and no slip was credited for it. */
  inTransit: number
  /** Reported with two references, and waiting for a decision as duplicate candidates. */
  inDoubt: number
  /** Sent back at the bank, but not yet recorded in our books. */
  unrecorded: number
  /** Zero if the books are right. */
  difference: number
}

/** A report in our books. */
interface Row {
  account: string
  reference: string
  state: string
}

const counted = ['credited', 'cleared', 'in-doubt', 'returning', 'returned', 'internal', 'waiting']

export async function tieOut(database: Pick<Database, 'query'>, books: Books): Promise<Tied[]> {
  const balances = await database.query<{ name: string; amount: number }>(
    `select a.name, sum(e.amount_minor)::bigint as amount
     from entries e join accounts a on a.id = e.account_id join journals j on j.id = e.journal_id
     where a.member_id = '' and (a.name like 'bank:%' or a.name like 'gateway:%') and j.key not like 'demo:%'
     group by a.name`,
    [],
  )
  // A transfer that only a slip reported is in the books if it was credited. Money that a gateway reported
  // moves from the gateway's account to the bank's when the bank reports it, unless the gateway has sent it
  // back before: a return after that is the bank's.
  const isReturnOfBank = `exists (select from journals j join entries n on n.journal_id = j.id join accounts a on a.id = n.account_id
    where j.key = 'return:gateway:' || e.id and a.name like 'bank:%')`
  const areSame = `t.kind = 'transfer' and e.kind = 'payment' and (t.same_as_id = e.id or e.same_as_id = t.id)`
  const isCleared = `(t.state = 'credited' or t.state = 'matched' and t.reported_at is not null)
    and (e.state <> 'returned' or ${isReturnOfBank})`
  const transfers = await database.query<Row>(
    `select t.place as account, t.reference,
       case when ${isCleared} then case e.state when 'returned' then 'returned' else 'credited' end else t.state end as state
     from deposit_reports t left join deposit_reports e on ${areSame}
     where t.kind = 'transfer' and (t.reported_at is not null or t.state in ('credited', 'returning', 'returned'))`,
    [],
  )
  const payments = await database.query<Row>(
    `select e.place as account, e.reference,
       case when exists (select from deposit_reports t where ${areSame} and ${isCleared}) then 'cleared' else e.state end as state
     from deposit_reports e where e.kind = 'payment'`,
    [],
  )
  const ourNumber = (name: string) => -(balances.find((balance) => balance.name === name)?.amount ?? 0)
  const tie = (kind: 'bank' | 'gateway', received: Received[], rows: Row[]): Tied[] => {
    const known = balances
      .filter(({ name }) => name.startsWith(`${kind}:`))
      .map(({ name }) => name.slice(kind.length + 1))
    const accounts = new Set([...known, ...received.map(({ account }) => account)])
    const ours = new Map([...accounts].map((account) => [account, ourNumber(`${kind}:${account}`)]))
    return [...accounts].sort().map((account) => tieAccount(account, ours.get(account) ?? 0, received, rows))
  }
  return [...tie('bank', books.banks, transfers), ...tie('gateway', books.gateways, payments)]
}

function tieAccount(account: string, ours: number, received: Received[], rows: Row[]): Tied {
  const tied = { account, ours, theirs: 0, inTransit: 0, inDoubt: 0, unrecorded: 0, difference: 0 }
  for (const transfer of received) {
    const reports = rows.filter(
      (row) =>
        row.account === transfer.account &&
        transfer.references.includes(row.reference) &&
        counted.includes(row.state),
    )
    if (transfer.from === account && reports.some(({ state }) => state === 'internal'))
      tied.theirs -= transfer.amountMinor
    if (transfer.account !== account || reports.some(({ state }) => state === 'cleared')) continue
    if (!transfer.isReturned) tied.theirs += transfer.amountMinor
    if (reports.length === 0) tied.inTransit += transfer.isReturned ? 0 : transfer.amountMinor
    if (reports.length > 1 && reports.some(({ state }) => state === 'in-doubt' || state === 'waiting'))
      tied.inDoubt += transfer.amountMinor * (reports.length - 1)
    if (transfer.isReturned && reports.length > 0 && !reports.some(({ state }) => state === 'returned'))
      tied.unrecorded += transfer.amountMinor
  }
  tied.difference = tied.ours - (tied.theirs - tied.inTransit + tied.inDoubt + tied.unrecorded)
  return tied
}

/** The accounts that do not tie out. @param world the database with the sandbox's books */
export async function findUntied(
  database: Pick<Database, 'query'>,
  world: Pick<Database, 'query'>,
): Promise<Tied[]> {
  return (await tieOut(database, await readBooks(world))).filter(({ difference }) => difference !== 0)
}

/** Fails a test whose house accounts do not tie out with its sandbox. */
export async function expectTied(app: {
  database: Pick<Database, 'query'>
  sandbox: { call<T>(method: string, path: string): Promise<T> }
}): Promise<void> {
  const { entries } = await app.sandbox.call<{ entries: Books }>('GET', 'bank/books')
  const untied = (await tieOut(app.database, entries)).filter(({ difference }) => difference !== 0)
  if (untied.length > 0) throw new Error(`the house’s accounts do not tie: ${JSON.stringify(untied)}`)
}
