import type { Database } from '../../platform/database.ts'

/** What tests of others prepare in the list of banks. */

type Queries = Pick<Database, 'query'>

/** Thai banks of a database that no server has filled. */
export const storeBanks = (database: Queries, ...codes: string[]) =>
  database.query(
    `insert into banks (code, kind, variants, names, sort)
     select code, 'bank', '{th}', '{}', sort from unnest($1::text[]) with ordinality b (code, sort)`,
    [codes],
  )

/** A bank of which nobody knows how many digits its numbers have. */
export const forgetDigits = (database: Queries, code: string) =>
  database.query(`update banks set account_digits = '{}' where code = $1`, [code])
