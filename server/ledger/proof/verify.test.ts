import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, rawQuery, transaction } from '../../platform/database.ts'
import { openPglite } from '../../platform/database-pglite.ts'
import { engines, pgliteTemplate, type TestDatabase, testDatabase } from '../../testing/database.ts'
import { createLedger } from '../posting/create-ledger.ts'
import { move } from '../testing/table.ts'
import { verifyBooks, verifyIn } from './books.ts'

/**
 * Books with eight journals, ids 1 to 8, in seals of 1 to 2 and 3 to 7, the second one with two rows of the
 * audit log. Members 1 and 2 have the same amounts, so that edits can keep every balance.
 */
async function writeBooks(database: Database): Promise<void> {
  const ledger = createLedger(database)
  await ledger.post(
    move('in-1', 'bank → 1.wallet 1000', { kind: 'deposit', memberId: '1', meta: { ref: 'A' } }),
  )
  await ledger.post(
    move('in-2', 'bank → 2.wallet 1000', { kind: 'deposit', memberId: '2', meta: { ref: 'B' } }),
  )
  await ledger.seal()
  const kind = 'transfer'
  const ends = { from: 'WALLET', to: 'PG', code: 'PG', direction: 'in', amountMinor: 300 }
  const meta = { ...ends, transferId: 'T', providerUsername: 'one' }
  await ledger.post(move('hold-1', '1.wallet → 1.in-transit 300', { kind, phase: 'pending', meta }))
  await ledger.post(move('hold-2', '2.wallet → 2.in-transit 300', { kind, phase: 'pending', meta }))
  await ledger.post(
    move('done-1', '1.in-transit → 1.game 300', { kind, phase: 'posted', pendingKey: 'hold-1', meta }),
  )
  await ledger.post(move('out-1', '1.wallet → payout 100', { kind: 'deposit' }))
  await ledger.snapshotHouse()
  await ledger.post(move('out-2', '2.wallet → payout 100', { kind: 'deposit' }))
  await audited(database, 'slip:1')
  await audited(database, 'slip:2')
  await ledger.seal()
  await ledger.post(move('in-3', 'bank → 1.wallet 5', { kind: 'deposit' }))
}

/** A row of the audit log, which is sealed with the journals. */
const audited = (database: Database, subject: string) =>
  database.query(
    `insert into audit_log (at, operator_id, action, subject, reason, details)
     values (now(), null, 'desk.approve', $1, 'seen at the bank', '{"amountMinor": 5}')`,
    [subject],
  )

const walletOf = (member: string) =>
  `(select id from accounts where member_id = '${member}' and name = 'wallet')`

type Edit = [what: string, statements: string, firstBad: number | null, says: RegExp]
const edits: Edit[] = [
  // Changes that keep every balance and every sum, so that only the seal shows them.
  [
    'the explanation of a deposit',
    `update journals set meta = '{"ref": "C"}' where id = 1`,
    1,
    /changed after it was sealed/,
  ],
  [
    'the date of a journal',
    `update journals set posted_at = posted_at - interval '1 day' where id = 2`,
    2,
    /changed after/,
  ],
  [
    'the member of a statement line',
    `update journals set member_id = '2' where id = 1`,
    1,
    /changed after it was sealed/,
  ],
  [
    'the key of a journal',
    `update journals set key = 'slip:1' where id = 6`,
    6,
    /changed after it was sealed/,
  ],
  [
    'two deposits exchanged',
    `update entries set journal_id = -1 where journal_id = 1; update entries set journal_id = 1 where journal_id = 2;
     update entries set journal_id = 2 where journal_id = -1`,
    1,
    /changed after it was sealed/,
  ],
  [
    'whose account it is',
    `update accounts set member_id = 'x' where member_id = '1' and name = 'wallet';
     update accounts set member_id = '1' where member_id = '2' and name = 'wallet';
     update accounts set member_id = '2' where member_id = 'x'`,
    1,
    /changed after it was sealed/,
  ],
  [
    'an amount on both sides, with every balance that follows from it',
    `update entries set amount_minor = amount_minor * 2 where journal_id = 6;
     update entries set balance_after_minor = balance_after_minor - 100
       where journal_id >= 6 and account_id = ${walletOf('1')};
     update accounts set balance_minor = balance_minor - 100 where id = ${walletOf('1')};
     update house_snapshots set balance_minor = balance_minor + 100
       where account_id = (select id from accounts where name = 'payout')`,
    6,
    /changed after it was sealed/,
  ],
  // Changes after which sums differ.
  [
    'one amount',
    'update entries set amount_minor = 2000 where journal_id = 2 and leg = 2',
    2,
    /add to 1000, not to zero/,
  ],
  [
    'an amount on both sides',
    'update entries set amount_minor = amount_minor * 2 where journal_id = 7',
    7,
    /700 \+ -200 = 500, but the entry says 600/,
  ],
  [
    'a satang more taken than was there, with every balance that follows from it',
    `alter table accounts drop constraint accounts_never_below_zero;
     update entries set amount_minor = 601 where journal_id = 8;
     update entries set amount_minor = -601, balance_after_minor = -1
       where journal_id = 8 and account_id = ${walletOf('1')};
     update accounts set balance_minor = -1 where id = ${walletOf('1')}`,
    8,
    /goes below zero: -1/,
  ],
  ['an unsealed amount', 'update entries set amount_minor = amount_minor * 2 where journal_id = 8', 8, /605/],
  [
    'a running balance',
    'update entries set balance_after_minor = 1 where journal_id = 3 and leg = 1',
    3,
    /the entry says 1/,
  ],
  [
    'a balance',
    `update accounts set balance_minor = 5000 where id = ${walletOf('2')}`,
    7,
    /has 5000 stored, its entries make 600/,
  ],
  ['a version', `update accounts set version = 9 where id = ${walletOf('2')}`, 7, /version 9, but 3 entries/],
  ['a house snapshot', 'update house_snapshots set balance_minor = 7', null, /snapshot of house account/],
  ['a journal deleted', 'delete from journals where id = 6', 6, /sealed, but is gone/],
  [
    'the last journal deleted, with its entries',
    'delete from entries where journal_id = 8; delete from journals where id = 8',
    6,
    /605 stored, its entries make 600/,
  ],
  [
    'a journal slipped in',
    `insert into journals (id, key, kind, phase, meta, posted_at) values (0, 'x', 'x', 'single', '{}', now());
     insert into entries select 0, row_number() over (), id, case name when 'bank' then -5 else 5 end, null
       from accounts where name in ('bank', 'payout');
     update house_snapshots s set balance_minor = s.balance_minor + case a.name when 'bank' then -5 else 5 end
       from accounts a where a.id = account_id`,
    0,
    /slipped in after its range was sealed/,
  ],
  [
    'an entry more',
    `insert into entries values (5, 3, ${walletOf('2')}, 1, 601)`,
    5,
    /add to 1, not to zero/,
  ],
  ['an entry deleted', 'delete from entries where journal_id = 1 and leg = 1', 1, /fewer than two entries/],
  ['an open hold forgotten', 'delete from open_holds', 4, /open hold, but is not listed/],
  [
    'a resolved hold listed',
    `insert into open_holds values (3, 'test', null, now())`,
    3,
    /listed as an open hold/,
  ],
  [
    'a resolution taken away',
    `update journals set pending_id = null, phase = 'single' where id = 5`,
    3,
    /not listed/,
  ],
  [
    'a seal changed',
    `update seals set sha256 = repeat('a', 64) where to_journal_id = 2`,
    1,
    /the seal of journals 1 to 2 was changed/,
  ],
  [
    'a seal’s digests',
    `update seals set digests = set_byte(digests, 30, 1 - get_byte(digests, 30) % 2)
    where to_journal_id = 2`,
    2,
    /changed/,
  ],
  [
    'what a person decided',
    `update audit_log set details = '{"amountMinor": 6}' where id = 1`,
    null,
    /the audit log was changed in its rows 1 to 2 after it was sealed/,
  ],
  ...[
    `reason = ''`,
    `subject = 'slip:9'`,
    `action = 'desk.refuse'`,
    `operator_id = 'x'`,
    `at = at + interval '1 s'`,
  ].map(
    (change): Edit => [
      `of a decision: ${change}`,
      `update audit_log set ${change} where id = 2`,
      null,
      /the audit log was changed in its rows 1 to 2/,
    ],
  ),
  ['a decision deleted', 'delete from audit_log where id = 2', null, /the audit log was changed in its rows/],
  [
    'a decision deleted, and its seal made to fit',
    `delete from audit_log where id = 2; update seals set audit_through_id = 1 where id = 2`,
    3,
    /the seal of journals 3 to 7 was changed/,
  ],
  [
    'the first seal deleted',
    'delete from seals where from_journal_id = 1',
    3,
    /does not follow the one before/,
  ],
]

describe.each(engines)('a change behind the application’s back is found on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase(engine)
    await writeBooks(database)
  })
  afterAll(() => database.drop())

  test.each(edits)('%s', async (_, statements, firstBad, says) => {
    const undo = new Error('leaves the books as they were')
    const edited = transaction(database.db, async (tx) => {
      // As a superuser would, who first disables the triggers.
      await rawQuery(tx, `set local session_replication_role = replica`)
      for (const statement of statements.split(';')) await rawQuery(tx, statement)
      const [first] = (await verifyIn(tx)).defects
      expect(first?.what).toMatch(says)
      expect(first?.journalId).toBe(firstBad)
      throw undo
    })
    await expect(edited).rejects.toBe(undo)
  })

  test('an unsealed rest is found once it is older than a seal may be, and a rewritten chain by its seal', async () => {
    const found = async (demands: Parameters<typeof verifyBooks>[1]) =>
      (await verifyBooks(database, demands)).defects
    const hour = 3_600_000
    expect(await found({ sealedBefore: new Date(Date.now() - hour) })).toEqual([])
    expect(await found({ sealedBefore: new Date(Date.now() + hour) })).toMatchObject([
      { journalId: 8, what: expect.stringMatching(/in no seal/) },
    ])
    const { seals } = await verifyBooks(database)
    const [first] = await database.query<{ sha256: string }>('select sha256 from seals order by id limit 1')
    expect(await found({ expect: seals.sha256 })).toEqual([])
    expect(await found({ expect: first?.sha256 ?? '' })).toEqual([])
    expect(await found({ expect: 'f'.repeat(64) })).toMatchObject([
      { what: expect.stringMatching(/no seal is/) },
    ])
  })

  test('decisions without journals are sealed, too', async () => {
    const own = await testDatabase(engine)
    const ledger = createLedger(own)
    await audited(own, 'slip:3')
    await ledger.seal()
    await ledger.seal()
    await ledger.post(move('in-1', 'bank → 1.wallet 1000'))
    await ledger.seal()
    await audited(own, 'slip:4')
    const old = { sealedBefore: new Date(Date.now() + 3_600_000) }
    expect((await verifyBooks(own, old)).defects).toMatchObject([
      { journalId: null, what: expect.stringMatching(/row 2 of the audit log .* in no seal/) },
    ])
    await ledger.seal()
    expect(await verifyBooks(own, { sealedBefore: new Date(Date.now() + 3_600_000) })).toMatchObject({
      seals: { count: 3, throughJournalId: 1, throughAuditId: 2 },
      defects: [],
    })
    await own.drop()
  })

  test('untouched books balance', async () => {
    expect(await verifyBooks(database)).toMatchObject({
      journals: 8,
      entries: 16,
      accounts: 7,
      openHolds: 1,
      seals: { count: 2, throughJournalId: 7 },
      defects: [],
    })
  })
})

describe('npm run ledger:verify', { timeout: 90_000 }, () => {
  const run = (env: Record<string, string>) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const { DATABASE_URL: _, ...rest } = process.env
      execFile(
        process.execPath,
        [join(import.meta.dirname, '../../app/ledger-verify.ts')],
        { env: { ...rest, ...env } },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      )
    })

  test('says that the books balance, or names the first bad journal and fails', async () => {
    const database = await testDatabase('postgres')
    await writeBooks(database)
    const good = await run({ DATABASE_URL: database.url })
    expect(good).toMatchObject({ code: 0, stderr: '' })
    expect(good.stdout).toMatch(
      /8 journals, 16 entries.*\n2 seals up to journal 7 and row 2 of the audit log.*\nTHB: members 18.05, house -18.05\nThe books balance\.\nThe list of the desk is what waits\./,
    )
    await database.query(
      `set session_replication_role = replica; update journals set meta = '{}' where id = 2`,
    )
    const bad = await run({ DATABASE_URL: database.url })
    expect(bad.code).toBe(1)
    expect(bad.stdout).toContain('DEFECT at journal 2: was changed after it was sealed')
    expect(bad.stdout).toContain('First bad journal: 2')
    // Without its seals a changed book would look like a new one.
    await database.query(`set session_replication_role = replica; delete from seals`)
    await database.query(
      `set session_replication_role = replica; update journals set posted_at = posted_at - interval '1 hour'`,
    )
    const bare = await run({ DATABASE_URL: database.url })
    expect(bare.code).toBe(1)
    expect(bare.stdout).toMatch(/DEFECT at journal 1: is from before .* and in no seal/)
    await database.drop()
  })

  test('reads the embedded database of DATA_DIR, and refuses one that is missing or in use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'krapao-verify-'))
    try {
      expect((await run({ DATA_DIR: folder })).stderr).toMatch(/there is no database in/)
      const database = await openPglite(join(folder, 'database'), await pgliteTemplate())
      await writeBooks(database)
      expect((await run({ DATA_DIR: folder })).stderr).toMatch(/in use by process/)
      await database.close()
      expect(await run({ DATA_DIR: folder })).toMatchObject({ code: 0, stderr: '' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
