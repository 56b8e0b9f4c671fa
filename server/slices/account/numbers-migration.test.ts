import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../platform/migrate.ts'
import { enginesByDepth, testDatabase } from '../../testing/database.ts'
import { addHouseAccounts } from '../house/testing.ts'

/** What becomes of numbers that were stored before they had a form (rules.md §2.1, §2.5). */

const folder = join(import.meta.dirname, '../../migrations')

/** A database as it was before numbers had a form, with members by id: phone, bank account, currency. */
async function before(
  engine: (typeof enginesByDepth)[number],
  members: Record<string, [phone: string, bank: string, account: string, currency: 'THB' | 'LAK']>,
) {
  const database = await testDatabase(engine)
  await database.query('drop schema public cascade; create schema public')
  const old = mkdtempSync(join(tmpdir(), 'krapao-migrate-'))
  for (const file of readdirSync(folder)) if (file < '0032') cpSync(join(folder, file), join(old, file))
  await migrate(database, old)
  let at = 0
  for (const [id, [phone, bank, account, currency]] of Object.entries(members)) {
    await database.query(
      `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
       values ($1, $2, 'สมหญิง ใจดี', '-', '1990-01-01', $3, '2026-01-01'::timestamptz + $4 * interval '1 day')`,
      [id.padEnd(12, 'a'), phone, currency, at++],
    )
    await database.query(
      `insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at)
       values ($1, $2, $3, 'SOMYING JAIDEE', now())`,
      [id.padEnd(12, 'a'), bank, account],
    )
  }
  return {
    database,
    async after() {
      await migrate(database, folder)
      const phones = await database.query<{ id: string; phone: string }>('select id, phone from members')
      const found = await database.query<{
        kind: string
        subject: string
        number: string
        other: string | null
      }>('select kind, subject, number, other from number_collisions order by kind, subject')
      return {
        phones: Object.fromEntries(phones.map(({ id, phone }) => [id.replace(/a+$/, ''), phone])),
        collisions: found.map(({ kind, subject, number, other }) =>
          [kind, subject.replace(/a+$/, ''), number, other?.replace(/a+$/, '')].join(' '),
        ),
      }
    },
  }
}

describe.each(enginesByDepth)('on %s', (engine) => {
  it('phones of a Lao build come into their form where nobody has it, and the rest is listed', async () => {
    const { database, after } = await before(engine, {
      plain: ['2055512341', 'BCEL', '010120000000001', 'LAK'],
      zero: ['02055512342', 'BCEL', '010120000000002', 'LAK'],
      fixed: ['0305551234', 'BCEL', '010120000000003', 'LAK'],
      thai: ['0812345678', 'BCEL', '010120000000004', 'LAK'],
      abroad: ['66812345679', 'BCEL', '010120000000005', 'LAK'],
      short: ['812345670', 'BCEL', '010120000000006', 'LAK'],
      // Two people, or one who registered twice: support asks.
      later: ['02055512343', 'BCEL', '010120000000007', 'LAK'],
      first: ['2055512343', 'BCEL', '010120000000008', 'LAK'],
      // Cut off by the app of before.
      cut: ['85620555123', 'BCEL', '010120000000009', 'LAK'],
      // The number that one of them leaves is the other one's.
      follows: ['66201234567', 'BCEL', '010120000000010', 'LAK'],
      leaves: ['0201234567', 'BCEL', '010120000000011', 'LAK'],
    })
    try {
      const device = 'f'.repeat(64)
      for (const phone of ['02055512342', '02055512343', '2055512341', '66201234567', '0201234567'])
        await database.query('insert into known_devices values ($1, $2, now())', [`member:${phone}`, device])
      const { phones, collisions } = await after()
      expect(phones).toEqual({
        plain: '2055512341',
        zero: '2055512342',
        fixed: '305551234',
        thai: '0812345678',
        abroad: '0812345679',
        short: '0812345670',
        later: '02055512343',
        first: '2055512343',
        cut: '85620555123',
        follows: '0201234567',
        leaves: '201234567',
      })
      expect(collisions).toEqual(['phone later 02055512343 first', 'phone-form cut 85620555123 '])
      const devices = await database.query<{ account: string }>(
        'select account from known_devices order by account',
      )
      expect(devices.map(({ account }) => account)).toEqual([
        'member:0201234567',
        'member:02055512343',
        'member:201234567',
        'member:2055512341',
        'member:2055512342',
      ])
    } finally {
      await database.drop()
    }
  })

  it('nodes of the version before go on working, by the names and indexes that they know', async () => {
    const { database, after } = await before(engine, {
      one: ['0812345678', 'SCB', '1112223334', 'THB'],
      two: ['0812345679', 'SCB', '1112223335', 'THB'],
    })
    try {
      await after()
      for (const known of ['account_no', `ltrim(account_no, '0')`]) {
        const collision = known === 'account_no' ? '' : ', collision'
        // An error where no index of the table is the one of the conflict.
        await database.query(
          `explain insert into remembered_payers (bank_code, account_no, account_name, member_id, note, transfer_id,
             remembered_by, remembered_at) values ('SCB', '1112223334', '', '', '', 1, '', now())
           on conflict (bank_code, ${known}, member_id${collision}) where forgotten_at is null do update set note = ''`,
        )
      }
      for (const taken of ['1112223334', '01112223334'])
        await expect(
          database.query(`update member_bank_accounts set account_no = $1 where member_id like 'two%'`, [
            taken,
          ]),
        ).rejects.toMatchObject({ constraint: 'member_bank_accounts_unique' })
    } finally {
      await database.drop()
    }
  })

  it('phones of a Thai build stay as they are', async () => {
    const { database, after } = await before(engine, {
      one: ['0305551234', 'SCB', '1112223334', 'THB'],
      two: ['0812345678', 'SCB', '1112223335', 'THB'],
    })
    try {
      expect(await after()).toEqual({ phones: { one: '0305551234', two: '0812345678' }, collisions: [] })
    } finally {
      await database.drop()
    }
  })

  it('accounts that two have are listed, nothing is lost, and none are added', async () => {
    const { database, after } = await before(engine, {
      victim: ['0812345671', 'KBANK', '0243930331', 'THB'],
      thief: ['0812345672', 'KBANK', '243930331', 'THB'],
      third: ['0812345673', 'KBANK', '000243930331', 'THB'],
      other: ['0812345674', 'SCB', '0243930331', 'THB'],
      asif: ['0812345675', 'SCB', '000000011', 'THB'],
    })
    try {
      await database.query(`insert into banks (code, kind, variants, name_th, name_en, name_la, sort)
        values ('SCB', 'bank', '{th}', 'x', 'x', 'x', 1), ('KTB', 'bank', '{th}', 'x', 'x', 'x', 2)`)
      await addHouseAccounts(
        database,
        { bankCode: 'SCB', accountNo: '0000000011', sort: 1 },
        { bankCode: 'KTB', accountNo: '022', sort: 2, enabled: false },
        { bankCode: 'KTB', accountNo: '000-0-00002-2', sort: 3 },
      )
      const { collisions } = await after()
      expect(collisions).toEqual([
        'bank-account thief KBANK 243930331 victim',
        'bank-account third KBANK 000243930331 victim',
        'house asif SCB 000000011 1',
        'house-twice 2 KTB 022 3',
      ])
      const rows = await database.query<{ account_no: string }>(
        'select account_no from member_bank_accounts order by member_id',
      )
      expect(rows).toHaveLength(5)
      const add = (account: string) =>
        database.query(`update member_bank_accounts set account_no = $1 where member_id like 'other%'`, [
          account,
        ])
      await database.query(
        `update member_bank_accounts set bank_code = 'KBANK', account_no = '9' where member_id like 'other%'`,
      )
      for (const spelling of ['243930331', '0243930331', '00000243930331'])
        await expect(add(spelling)).rejects.toMatchObject({ constraint: 'member_bank_accounts_unique' })
      // How many digits its numbers have is known of every bank that was there.
      expect(await database.query('select code, account_digits from banks order by code')).toEqual([
        { code: 'KTB', account_digits: [10] },
        { code: 'SCB', account_digits: [10] },
      ])
    } finally {
      await database.drop()
    }
  })
})
