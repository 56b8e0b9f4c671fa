import type { Currency } from '@krapao/contract/money.ts'
import type { WeightedSlice } from '@krapao/contract/slices/spinwheel/draw.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** A version of a currency's wheel. */
export interface WheelVersion {
  currency: Currency
  version: number
}

/** How often slices of a version with a stock were won, by code. */
export async function readStock(
  handle: Db | Tx,
  { currency, version }: WheelVersion,
): Promise<Map<string, number>> {
  const rows = await rawQuery<{ code: string; won: number }>(
    handle,
    'select code, won from wheel_stock where currency = $1 and version = $2',
    [currency, version],
  )
  return new Map(rows.map(({ code, won }) => [code, won]))
}

/** Takes one of a slice's stock. @returns whether there was one left */
export async function takeStock(
  tx: Tx,
  { currency, version, code, stock }: WheelVersion & { code: string; stock: number },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into wheel_stock as s (currency, version, code, won) values ($1, $2, $3, 1)
     on conflict (currency, version, code) do update set won = s.won + 1 where s.won < $4
     returning won`,
    [currency, version, code, stock],
  )
  return rows.length > 0
}

export interface Spin extends WheelVersion {
  id: string
  memberId: string
  seedId: string
  nonce: number
  clientSeed: string
  /** The slices that were drawn from, in order. */
  slices: WeightedSlice[]
  /** The slice that was drawn. */
  code: string
  /** Coins that the member had after it. */
  coinsLeft: number
  createdAt: Date
}

/** A spin with its seed; `serverSeed`: null until it is revealed. */
export type SpinWithSeed = Spin & { sha256: string; serverSeed: string | null }

const spinColumns = `s.id, s.member_id as "memberId", s.currency, s.version, s.seed_id as "seedId", s.nonce,
  s.client_seed as "clientSeed", s.slices, s.code, s.coins_left as "coinsLeft", s.created_at as "createdAt",
  d.sha256, d.server_seed as "serverSeed"`
const spinsWithSeed = `select ${spinColumns} from spins s join spin_seeds d on d.id = s.seed_id`

/** Records a spin, and that its seed was used once more. */
export async function insertSpin(tx: Tx, spin: Spin): Promise<void> {
  await rawQuery(
    tx,
    `with used as (update spin_seeds set nonce = nonce + 1 where id = $5)
     insert into spins (id, member_id, currency, version, seed_id, nonce, client_seed, slices, code, coins_left, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      spin.id,
      spin.memberId,
      spin.currency,
      spin.version,
      spin.seedId,
      spin.nonce,
      spin.clientSeed,
      JSON.stringify(spin.slices),
      spin.code,
      spin.coinsLeft,
      spin.createdAt,
    ],
  )
}

export async function findSpin(db: Db, id: string): Promise<SpinWithSeed | undefined> {
  const [row] = await rawQuery<SpinWithSeed>(db, `${spinsWithSeed} where s.id = $1`, [id])
  return row
}

/** A member's spins, newest first. */
export const selectSpins = (
  db: Db,
  memberId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<SpinWithSeed[]> =>
  rawQuery(
    db,
    `select ${spinColumns}
     from (select * from spins where member_id = $1 order by number desc limit $2 offset $3) s
       join spin_seeds d on d.id = s.seed_id
     order by s.number desc`,
    [memberId, limit, offset],
  )

/** Spins whose seed is revealed, of all members, in the order in which they were made. */
export const selectRevealed = (
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<(SpinWithSeed & { number: number })[]> =>
  rawQuery(
    db,
    `select ${spinColumns}, s.number from spins s join spin_seeds d on d.id = s.seed_id
     where s.number > $1 and d.revealed_at is not null order by s.number limit $2`,
    [after, limit],
  )
