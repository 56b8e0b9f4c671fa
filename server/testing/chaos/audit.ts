import { waits } from '../../app/waits.ts'
import { proveItems } from '../../desk/items.ts'
import { wrongFacts } from '../../journals/facts.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { journalsOf } from '../../ledger/testing/asked.ts'
import { usernameOf } from '../../slices/game/rules.ts'
import { withdrawalIdOf } from '../../slices/withdraw/rules.ts'
import { findUntied } from '../tie-out.ts'
import type { Operation, Run } from './run.ts'
import { games } from './world.ts'

/**
 * The numbers of open items that will settle by themselves; if all are zero, nothing more will change.
 * Withdrawals and payments that wait for an operator are not counted.
 */
export async function openWork({ world }: Run): Promise<Record<string, number>> {
  const [row] = await world.books.query<Record<string, number>>(
    `select
       (select count(*) from open_holds where kind = 'transfer')::int as transfers,
       (select count(*) from withdrawals where state in ('APPROVED', 'PAYING', 'UNCERTAIN'))::int as withdrawals,
       (select count(*) from slips where status = 'PENDING' and step <> 'none')::int as slips,
       (select count(*) from gifts where state in ('CLAIMED', 'REDEEMING'))::int as gifts`,
  )
  return row ?? {}
}

interface Credit {
  memberId: string
  amountMinor: number
}

/** Compares our books with the sandbox's by member and by house account, and every answer with our books. */
export async function audit(run: Run): Promise<void> {
  const wrong = (text: string) => run.violations.push(text)
  const { defects } = await verifyBooks(run.world.books, {
    // What members begin with comes from nowhere.
    factsOf: (journal) => (journal.kind === 'adjustment' ? undefined : wrongFacts(journal)),
  })
  for (const defect of defects) wrong(`ledger: ${JSON.stringify(defect)}`)
  await auditGames(run, wrong)
  await auditDeposits(run, wrong)
  await auditHouse(run, wrong)
  await auditPayouts(run, wrong)
  await auditAnswers(run, wrong)
  for (const defect of await proveItems(run.world.books, waits))
    wrong(`the desk's list: ${JSON.stringify(defect)}`)
}

async function auditGames({ world }: Run, wrong: (text: string) => void): Promise<void> {
  const ours = await world.books.query<{ memberId: string; name: string; minor: number }>(
    `select member_id as "memberId", name, balance_minor as minor from accounts where member_id <> ''`,
  )
  const theirs = await world.outside.query<{ game: string; username: string; minor: number }>(
    'select game, username, balance_minor as minor from sandbox.account',
  )
  const at = new Map(theirs.map(({ game, username, minor }) => [`${username} ${game}`, minor]))
  for (const { id } of world.members) {
    for (const code of games) {
      const own = ours.find(({ memberId, name }) => memberId === id && name === `game:${code}`)?.minor ?? 0
      const there = at.get(`${usernameOf(id)} ${code}`)
      if (own !== there) wrong(`${id} has ${own} at ${code} by our books, ${there} by the game's`)
    }
  }
  const plays = await journalsOf(world.books, { kind: 'play' })
  if (plays.length > 0)
    wrong(`${plays.length} results of games that nobody played: ${JSON.stringify(plays[0])}`)
}

/** Every amount occurs once in a run, so credits and payments are matched by amount. */
async function auditDeposits({ world }: Run, wrong: (text: string) => void): Promise<void> {
  const credits = await world.books.query<Credit & { key: string }>(
    `select j.key, j.member_id as "memberId", e.amount_minor as "amountMinor"
     from journals j join entries e on e.journal_id = j.id join accounts a on a.id = e.account_id
     where j.kind = 'deposit' and a.member_id <> '' and a.name = 'wallet'`,
  )
  const paid = await paidIn(world)
  const byAmount = Map.groupBy(credits, ({ amountMinor }) => amountMinor)
  for (const [amountMinor, those] of byAmount) {
    const payment = paid.get(amountMinor)
    if (!payment) wrong(`credited and never paid: ${JSON.stringify(those)}`)
    else if (those.length > 1) wrong(`paid once, credited ${those.length} times: ${JSON.stringify(those)}`)
    else if (payment.memberId !== those[0]?.memberId) wrong(`another's money: ${JSON.stringify(those)}`)
  }
  for (const [amountMinor, { memberId, isDue, what }] of paid) {
    if (isDue && !byAmount.has(amountMinor)) wrong(`lost: ${what} of ${memberId}, ${amountMinor}`)
  }
}

/** The payments to the house, by amount; `isDue`: the payment must have been credited by now. */
async function paidIn(world: Run['world']) {
  const paid = new Map<number, { memberId: string | undefined; isDue: boolean; what: string }>()
  const owner = new Map(world.members.map(({ id, accountNo }) => [accountNo, id]))
  const slips = new Set(
    (
      await world.books.query<{ reference: string }>(`select reference from slips where status = 'SUCCESS'`)
    ).map(({ reference }) => reference),
  )
  for (const row of await world.outside.query<{ ref: string; no: string; minor: number; done: boolean }>(
    `select reference as ref, from_account_no as no, amount_minor as minor, delivered as done
     from sandbox.bank_transfer`,
  )) {
    paid.set(row.minor, { memberId: owner.get(row.no), isDue: row.done || slips.has(row.ref), what: row.ref })
  }
  const codes = new Map(
    (
      await world.books.query<{ id: string; memberId: string }>(
        'select id, member_id as "memberId" from qr_payments',
      )
    ).map(({ id, memberId }) => [id, memberId]),
  )
  for (const row of await world.outside.query<{ id: string; minor: number; answer: string; event: string }>(
    `select payment_id as id, amount_minor as minor, answer, event_id as event from sandbox.qr_payment`,
  )) {
    paid.set(row.minor, { memberId: codes.get(row.id), isDue: row.answer === 'credited', what: row.event })
  }
  const gifts = new Map(
    (
      await world.books.query<{ id: string; memberId: string }>(
        'select id, member_id as "memberId" from gifts',
      )
    ).map(({ id, memberId }) => [id, memberId]),
  )
  for (const row of await world.outside.query<{ id: string; minor: number }>(
    `select gift_id as id, amount_minor as minor from sandbox.gift_redemption where status = 'REDEEMED'`,
  )) {
    paid.set(row.minor, { memberId: gifts.get(row.id), isDue: true, what: `gift ${row.id}` })
  }
  return paid
}

/** The balances of house accounts must equal the books of the banks and gateways (rules.md §18). */
async function auditHouse({ world }: Run, wrong: (text: string) => void): Promise<void> {
  for (const account of await findUntied(world.books, world.outside)) {
    wrong(`a house account does not tie out: ${JSON.stringify(account)}`)
  }
}

async function auditPayouts({ world }: Run, wrong: (text: string) => void): Promise<void> {
  const ours = await world.books.query<{ id: string; state: string; minor: number }>(
    'select id, state, amount_minor as minor from withdrawals',
  )
  const theirs = new Map(
    (
      await world.outside.query<{ id: string; minor: number }>(
        `select payout_id as id, amount_minor as minor from sandbox.payout where status = 'SUCCESS'`,
      )
    ).map(({ id, minor }) => [id, minor]),
  )
  for (const { id, state, minor } of ours) {
    const paid = theirs.get(id)
    if ((state === 'SUCCESS') !== (paid !== undefined))
      wrong(`withdrawal ${id} is ${state}, the bank paid ${paid}`)
    else if (paid !== undefined && paid !== minor)
      wrong(`withdrawal ${id} of ${minor}, the bank paid ${paid}`)
    theirs.delete(id)
  }
  for (const [id, minor] of theirs) wrong(`the bank paid ${minor} for ${id}, which we do not know`)
}

async function auditAnswers({ world, operations }: Run, wrong: (text: string) => void): Promise<void> {
  const resolved = new Map(
    (
      await world.books.query<{ key: string; phase: string | null }>(
        `select p.key, r.phase from journals p left join journals r on r.pending_id = p.id
       where p.phase = 'pending' and p.kind in ('transfer', 'withdraw')`,
      )
    ).map(({ key, phase }) => [key, phase]),
  )
  for (const operation of operations) {
    const { kind, memberId, key, answers } = operation
    const different = new Set(answers.map(({ status, text }) => `${status} ${text}`))
    if (different.size > 1) wrong(`one key, ${different.size} answers: ${JSON.stringify(operation)}`)
    const [answer] = answers
    if (!answer) continue
    if (/^(in|out|across|all)$/.test(kind)) evaluateTransfer(operation, resolved, wrong)
    if (/^withdraw/.test(kind)) {
      const isHeld = resolved.has(`withdraw:${withdrawalIdOf(memberId, key)}`)
      if (isHeld !== (answer.status === 200)) wrong(`answered ${answer.text}, held: ${isHeld}: ${key}`)
    }
  }
}

/**
 * A refused transfer must not have moved money, and one with SUCCESS must have; PENDING may have ended in
 * either way.
 */
function evaluateTransfer(
  { kind, memberId, key, answers }: Operation,
  resolved: Map<string, string | null>,
  wrong: (text: string) => void,
): void {
  const [answer] = answers
  if (!answer) return
  const last = kind === 'across' ? 'transfer-on' : 'transfer'
  const isMoved = resolved.get(`${last}:${memberId}:${key}`) === 'posted'
  const status = answer.status === 200 ? (JSON.parse(answer.text) as { status: string }).status : 'refused'
  if (status === 'SUCCESS' && !isMoved) wrong(`answered SUCCESS, nothing moved: ${memberId} ${key}`)
  if (status === 'refused' && isMoved) wrong(`answered ${answer.text}, and moved: ${memberId} ${key}`)
}
