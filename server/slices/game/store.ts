import type { GameCategory, GameCode } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { type Generated, sql } from 'kysely'
import { batcher } from '../../platform/batcher.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { untilAlone } from '../../platform/until-alone.ts'
import type { Context } from '../context.ts'
import { type ProviderSettings, readProviderSettings } from './rules.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    game_providers: {
      code: GameCode
      name: string
      category: GameCategory
      logo: string
      background: string
      ratio: number
      web: string | null
      android: string | null
      ios: string | null
      auto_login_path: string | null
      auto_login_with_password: Generated<boolean>
      settings: Generated<unknown>
      sort: number
      enabled: Generated<boolean>
      reports_bets: Generated<boolean>
    }
    game_accounts: {
      member_id: string
      code: GameCode
      username: string
      asset: Currency
      sealed_password: string | null
      activated_at: Date | null
      claimed_until: Date | null
      balance_read_at: Date | null
      is_stale: Generated<boolean>
    }
    game_marks: {
      member_id: string
      code: GameCode
      is_favourite: Generated<boolean>
      played_at: Date | null
    }
  }
}

/** A provider's registry row. */
export interface Provider extends ProviderSettings {
  code: GameCode
  name: string
  category: GameCategory
  logo: string
  background: string
  ratio: number
  web: string | null
  android: string | null
  ios: string | null
  /** Form of its auto-login call (product.md §7). */
  autoLogin: { provider: string; withPassword: boolean } | null
  enabled: boolean
  /** Whether it reports settled bets; where it does not, play results count as bets (rules.md §4.6). */
  reportsBets: boolean
}

/** The constant data of an opened account at a provider. */
export interface OpenedAccount {
  memberId: string
  code: GameCode
  username: string
  asset: Currency
}

/** A member's opened account. The password stays sealed until it is needed. */
export interface Account extends OpenedAccount {
  sealedPassword: string
  balanceReadAt: Date | null
  isStale: boolean
}

interface AccountRow {
  member_id: string
  code: GameCode
  username: string
  asset: Currency
  sealed_password: string
  balance_read_at: Date | null
  is_stale: boolean
}

const toAccount = (row: AccountRow): Account => ({
  memberId: row.member_id,
  code: row.code,
  username: row.username,
  asset: row.asset,
  sealedPassword: row.sealed_password,
  balanceReadAt: row.balance_read_at,
  isStale: row.is_stale,
})

const accountColumns = 'member_id, code, username, asset, sealed_password, balance_read_at, is_stale'

export async function selectProviders(db: Db | Tx): Promise<Provider[]> {
  const rows = await db.selectFrom('game_providers').selectAll().orderBy('sort').execute()
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    category: row.category,
    logo: row.logo,
    background: row.background,
    ratio: row.ratio,
    web: row.web,
    android: row.android,
    ios: row.ios,
    autoLogin: row.auto_login_path
      ? { provider: row.auto_login_path, withPassword: row.auto_login_with_password }
      : null,
    enabled: row.enabled,
    reportsBets: row.reports_bets,
    ...readProviderSettings(row.settings),
  }))
}

/** When the balances of a member's opened games were read last, by their codes. */
export async function selectReadAt(handle: Db | Tx, memberId: string): Promise<Map<string, Date>> {
  const rows = await rawQuery<{ code: string; at: Date }>(
    handle,
    `select code, balance_read_at as at from game_accounts where member_id = $1 and balance_read_at is not null`,
    [memberId],
  )
  return new Map(rows.map(({ code, at }) => [code, at]))
}

/** A member's marks at a provider, with or without an account there. */
export interface Mark {
  isFavourite: boolean
  /** When the member entered the game last. */
  playedAt: Date | null
}

/**
 * The member's opened accounts, the games whose account a call is opening at this moment, and the marks; in
 * one query, because every look at the dashboard asks for them.
 */
export async function selectGames(
  { database, clock }: Context,
  memberId: string,
): Promise<{ accounts: Account[]; openings: Set<GameCode>; marks: Map<GameCode, Mark> }> {
  const rows = await database.query<
    AccountRow & { state: 'open' | 'opening' | 'none'; is_favourite: boolean; played_at: Date | null }
  >(
    `select ${accountColumns}, is_favourite, played_at,
       case when activated_at is not null then 'open' when claimed_until > $2 then 'opening' else 'none' end as state
     from (select * from game_accounts where member_id = $1) a
     full join (select code, is_favourite, played_at from game_marks where member_id = $1) m using (code)`,
    [memberId, clock.now()],
  )
  return {
    accounts: rows.filter(({ state }) => state === 'open').map(toAccount),
    openings: new Set(rows.filter(({ state }) => state === 'opening').map(({ code }) => code)),
    marks: new Map(
      rows.map((row) => [row.code, { isFavourite: row.is_favourite ?? false, playedAt: row.played_at }]),
    ),
  }
}

/** Marks a provider as a favourite, or no longer. Repeating it changes nothing. */
export async function updateFavourite(
  { db }: Context,
  memberId: string,
  code: GameCode,
  isFavourite: boolean,
): Promise<void> {
  await db
    .insertInto('game_marks')
    .values({ member_id: memberId, code, is_favourite: isFavourite })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'code']).doUpdateSet({ is_favourite: isFavourite }),
    )
    .execute()
}

/** Notes that a member enters a game. A call that is late on another node does not set the time back. */
export async function updatePlayed(
  { database }: Context,
  memberId: string,
  code: GameCode,
  now: Date,
): Promise<void> {
  await database.query(
    `insert into game_marks as m (member_id, code, played_at) values ($1, $2, $3)
     on conflict (member_id, code) do update set played_at = greatest(m.played_at, excluded.played_at)`,
    [memberId, code, now],
  )
}

/** Ids of members with an account whose username begins like this; `beginning` in lower case, at most 20. */
export async function selectGameOwners(
  { database }: Pick<Context, 'database'>,
  beginning: string,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select distinct member_id as id from (
       select member_id from game_accounts
       where lower(username) ~>=~ $1 and lower(username) ~<~ $2 and activated_at is not null limit 20) as found`,
    [beginning, `${beginning}\u{10ffff}`],
  )
  return rows.map(({ id }) => id)
}

/**
 * Looks up one opened account per call; every transfer needs this, so calls that arrive together share one
 * query.
 */
export const accountFinder = ({ database }: Pick<Context, 'database'>) =>
  batcher<{ memberId: string; code: GameCode }, Account | undefined>(
    async (asked) => {
      const rows = await database.query<AccountRow>(
        `select ${accountColumns} from game_accounts
         join unnest($1::text[], $2::text[]) as asked(member_id, code) using (member_id, code)
         where activated_at is not null`,
        [asked.map((a) => a.memberId), asked.map((a) => a.code)],
      )
      const found = new Map(rows.map((row) => [`${row.member_id} ${row.code}`, row]))
      return asked.map(({ memberId, code }) => {
        const row = found.get(`${memberId} ${code}`)
        return row && toAccount(row)
      })
    },
    { inFlight: 2 },
  )

/**
 * Claims the right to open an account at the provider. Of any number of calls at once, on any number of
 * nodes, one gets it; the claim of a node that died ends by itself.
 * @returns false if the account is open or being opened
 */
export async function claimOpening(
  { database }: Context,
  account: Pick<Account, 'memberId' | 'code' | 'username' | 'asset'>,
  now: Date,
  until: Date,
): Promise<boolean> {
  // `on conflict` checks one unique index; two simultaneous inserts can conflict in the other one, the
  // username's. Then the row exists, so the second try finds the conflict in the first index.
  const rows = await untilAlone(() =>
    database.query(
      `insert into game_accounts as a (member_id, code, username, asset, claimed_until) values ($1, $2, $3, $4, $6)
       on conflict (member_id, code) do update set claimed_until = excluded.claimed_until
         where a.activated_at is null and (a.claimed_until is null or a.claimed_until <= $5)
       returning code`,
      [account.memberId, account.code, account.username, account.asset, now, until],
    ),
  )
  return rows.length === 1
}

/** Claims the right to replace an open account's password; see `claimOpening`. */
export async function claimReset(
  { database }: Context,
  { memberId, code }: Pick<Account, 'memberId' | 'code'>,
  now: Date,
  until: Date,
): Promise<boolean> {
  const rows = await database.query(
    `update game_accounts set claimed_until = $4
     where member_id = $1 and code = $2 and activated_at is not null and (claimed_until is null or claimed_until <= $3)
     returning code`,
    [memberId, code, now, until],
  )
  return rows.length === 1
}

/** Gives a claim back, with the new password if there is one. */
export async function endClaim(
  { database }: Context,
  { memberId, code }: Pick<Account, 'memberId' | 'code'>,
  now: Date,
  sealedPassword?: string,
): Promise<void> {
  await database.query(
    `update game_accounts set claimed_until = null,
       sealed_password = coalesce($4, sealed_password),
       activated_at = case when $4::text is null then activated_at else coalesce(activated_at, $3) end
     where member_id = $1 and code = $2`,
    [memberId, code, now, sealedPassword ?? null],
  )
}

/** Records which of a member's providers reported their balance just now, and which did not. */
export async function updateRead(
  { database }: Context,
  memberId: string,
  reads: { code: GameCode; isStale: boolean }[],
  now: Date,
): Promise<void> {
  if (reads.length === 0) return
  await database.query(
    `update game_accounts a set is_stale = r.is_stale,
       balance_read_at = case when r.is_stale then a.balance_read_at else greatest(a.balance_read_at, $4) end
     from unnest($2::text[], $3::boolean[]) as r(code, is_stale) where a.member_id = $1 and a.code = r.code`,
    [memberId, reads.map((r) => r.code), reads.map((r) => r.isStale), now],
  )
}

/** Inserts the providers that are missing. */
export async function insertProviders(
  db: Db,
  rows: {
    code: GameCode
    name: string
    category: GameCategory
    logo: string
    background: string
    ratio: number
    auto_login_path: string | null
    auto_login_with_password: boolean
    settings: string
    sort: number
    reports_bets: boolean
  }[],
): Promise<void> {
  await db
    .insertInto('game_providers')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}

/** Sets the sandbox's pages for the demo world's providers; never used in a real installation. */
export async function updateDemoLinks(db: Db, apps: GameCode[]): Promise<void> {
  const lobby = sql<string>`'/sandbox/play/' || code`
  await db
    .updateTable('game_providers')
    .set({ web: lobby })
    .where('auto_login_path', 'is', null)
    .where('web', 'is', null)
    .execute()
  await db
    .updateTable('game_providers')
    .set({ android: lobby, ios: lobby })
    .where('code', 'in', apps)
    .where('android', 'is', null)
    .where('ios', 'is', null)
    .execute()
}
