import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** A member's seed in force. */
export interface Seed {
  id: string
  sha256: string
  /** Of the next spin. */
  nonce: number
  /** Spins that the member has made under earlier seeds. */
  spinsBefore: number
}
export interface SealedSeed extends Seed {
  sealed: string
}

const columns = 'id, sha256, nonce, spins_before as "spinsBefore"'

/** A seed that is to be in force; another one may be already, and then nothing is inserted. */
export async function insertSeed(
  handle: Db | Tx,
  {
    id,
    memberId,
    sha256,
    sealed,
    spinsBefore,
    at,
  }: { memberId: string; at: Date } & Omit<SealedSeed, 'nonce'>,
): Promise<void> {
  await rawQuery(
    handle,
    `insert into spin_seeds (id, member_id, sha256, sealed, spins_before, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (member_id) where revealed_at is null do nothing`,
    [id, memberId, sha256, sealed, spinsBefore, at],
  )
}

export async function findSeed(db: Db, memberId: string): Promise<Seed | undefined> {
  const [row] = await rawQuery<Seed>(
    db,
    `select ${columns} from spin_seeds where member_id = $1 and revealed_at is null`,
    [memberId],
  )
  return row
}

/** The seed in force, locked; undefined where there is none, or it was revealed while this waited for it. */
export async function lockSeed(tx: Tx, memberId: string): Promise<SealedSeed | undefined> {
  const [row] = await rawQuery<SealedSeed>(
    tx,
    `select ${columns}, sealed from spin_seeds where member_id = $1 and revealed_at is null for update`,
    [memberId],
  )
  return row
}

/** The seed that is to take the place of a member's seed in force, and that nothing was drawn with. */
export interface NextSeed {
  id: string
  sha256: string
  sealed: string
}

/** Stores a member's next seed, where there is none. */
export async function insertNextSeed(
  handle: Db | Tx,
  { id, memberId, sha256, sealed, at }: NextSeed & { memberId: string; at: Date },
): Promise<void> {
  await rawQuery(
    handle,
    `insert into next_spin_seeds (member_id, id, sha256, sealed, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [memberId, id, sha256, sealed, at],
  )
}

export async function findNextSeed(
  handle: Db | Tx,
  memberId: string,
): Promise<Pick<NextSeed, 'id' | 'sha256'> | undefined> {
  const [row] = await rawQuery<Pick<NextSeed, 'id' | 'sha256'>>(
    handle,
    'select id, sha256 from next_spin_seeds where member_id = $1',
    [memberId],
  )
  return row
}

/** Takes a member's next seed away, to be put in force. */
export async function takeNextSeed(tx: Tx, memberId: string): Promise<NextSeed | undefined> {
  const [row] = await rawQuery<NextSeed>(
    tx,
    'delete from next_spin_seeds where member_id = $1 returning id, sha256, sealed',
    [memberId],
  )
  return row
}

export async function revealSeed(tx: Tx, id: string, serverSeed: string, at: Date): Promise<void> {
  await rawQuery(
    tx,
    'update spin_seeds set sealed = null, server_seed = $2, revealed_at = $3 where id = $1',
    [id, serverSeed, at],
  )
}
