import { type BankNames, inEachName } from '@krapao/contract/bank-names.ts'
import type { Language, Words } from '@krapao/contract/languages.ts'
import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { sanitise } from '../../platform/sanitise.ts'

/** A bank as the contract names it (product.md §3). */
export interface Bank extends BankNames {
  code: string
  /** How many digits an account number may have; empty: any number of them. */
  accountDigits: number[]
}

/** Names as they are stored, which may lack a language that was added later. */
export const bankNamesOf = (names: Partial<Words> | null, otherwise: string): BankNames =>
  inEachName((language) => names?.[language] ?? names?.en ?? otherwise)

/** SQL: the same in one language. */
const nameIn = (language: Language) => sql<string>`coalesce(names ->> ${language}, names ->> 'en', code)`

/** Kinds of operator text; each is a list of HTML paragraphs per language. */
export type TextKey = 'condition' | 'agreement' | 'notice' | 'contact'

/** Banks that this build offers for registration, in the operator's order. */
export async function selectBanks(db: Db, variant: 'th' | 'la'): Promise<Bank[]> {
  const rows = await db
    .selectFrom('banks')
    .select(['code', 'names', 'account_digits as accountDigits'])
    .where('kind', '=', 'bank')
    .where('enabled', '=', true)
    .where(sql<boolean>`${variant} = any(variants)`)
    .orderBy('sort')
    .orderBy('code')
    .execute()
  return rows.map(({ names, ...bank }) => ({ ...bank, ...bankNamesOf(names, bank.code) }))
}

/** Codes of all real banks, of every build, including switched-off ones. */
export async function selectBankCodes(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('banks').select('code').where('kind', '=', 'bank').execute()
  return new Set(rows.map(({ code }) => code))
}

/** Every bank and gateway by its code, named in one language. */
export function selectBankNames(db: Db, language: Language): Promise<{ code: string; name: string }[]> {
  return db
    .selectFrom('banks')
    .select(['code', nameIn(language).as('name')])
    .execute()
}

/** SQL: every bank and gateway, including switched-off ones, with the alias `b`: `code`, `names`. */
export const everyBank = '(select code, names from banks) b'

/** Sources that may be chosen, described in one language. */
export async function selectSources(
  db: Db,
  language: Language,
): Promise<{ code: string; description: string }[]> {
  return db
    .selectFrom('sources')
    .select(['code', nameIn(language).as('description')])
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('code')
    .execute()
}

/** Paragraphs of one text in reading order, sanitised again on their way out (rules.md §14). */
export async function selectTexts(db: Db, key: TextKey, language: Language): Promise<string[]> {
  const rows = await db
    .selectFrom('texts')
    .select('html')
    .where('key', '=', key)
    .where('language', '=', language)
    .orderBy('position')
    .execute()
  return rows.map((row) => sanitise(row.html)).filter((html) => html !== '')
}

/** The existing texts, and their languages. */
export const selectTextKeys = (tx: Tx) =>
  tx.selectFrom('texts').select(['key', 'language']).distinct().execute()

/** Replaces a text in one language. Paragraphs without any permitted content are left out. */
export async function replaceTexts(
  tx: Tx,
  key: TextKey,
  language: Language,
  paragraphs: string[],
): Promise<void> {
  await tx.deleteFrom('texts').where('key', '=', key).where('language', '=', language).execute()
  const rows = paragraphs
    .map(sanitise)
    .filter((html) => html !== '')
    .map((html, position) => ({ key, language, position, html }))
  if (rows.length > 0) {
    // Two nodes that seed at once write the same rows.
    await tx
      .insertInto('texts')
      .values(rows)
      .onConflict((c) => c.doNothing())
      .execute()
  }
}

/**
 * Inserts rows whose key does not exist yet, and names in languages that a row does not have yet; the others
 * stay as the operator has them.
 */
export async function insertAbsent(db: Db | Tx, table: 'banks' | 'sources', rows: object[]): Promise<void> {
  const all = sql`excluded.names || ${sql.table(table)}.names`
  await db
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet({ names: all as never })
        .where(sql<boolean>`${sql.ref(`${table}.names`)} <> (${all})`),
    )
    .execute()
}

declare module '../../platform/database.ts' {
  interface Tables {
    banks: {
      code: string
      kind: 'bank' | 'gateway'
      variants: string[]
      names: Words
      sort: number
      enabled: Generated<boolean>
      account_digits: Generated<number[]>
    }
    sources: {
      code: string
      names: Words
      sort: number
      enabled: Generated<boolean>
    }
    texts: {
      key: TextKey
      language: Language
      position: number
      html: string
      updated_at: Generated<Date>
    }
  }
}
