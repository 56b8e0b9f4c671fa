import type { AnswerOf } from '@krapao/contract/client.ts'
import type { SpinSeed } from '@krapao/contract/slices/spinwheel/wheel.ts'
import { type Db, type Tx, transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sealedColumn } from '../../platform/sealer.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { commitmentOf, newSeedId, newServerSeed } from './rules.ts'
import { findSeed, insertSeed, lockSeed, revealSeed, type SealedSeed, type Seed } from './seed-store.ts'

/**
 * The server's part of a member's draws (rules.md §11.2). Its hash is shown before anything is drawn with it, and its
 * text only when another seed takes its place; until then the text is sealed, and in no answer and no log.
 */

defineSetting(
  'spinwheel.rotationsPerMinute',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  10,
  'Times that a member may have the seed of the wheel revealed in a minute; each one is kept for good',
)

type Needs = Pick<Context, 'clock' | 'sealer'>

/** What a sealed text is bound to. */
const boundTo = sealedColumn(
  { what: 'seeds of the wheel', table: 'spin_seeds', column: 'sealed', key: ['id'] },
  (id) => `spin-seed:${id}`,
)

export const openSeed = ({ sealer }: Pick<Needs, 'sealer'>, { id, sealed }: SealedSeed): string =>
  sealer.open(sealed, boundTo(id))

export const shownSeed = ({ id, sha256, nonce }: Omit<Seed, 'spinsBefore'>): SpinSeed => ({
  _id: id,
  serverSeedHash: sha256,
  nonce,
})

/**
 * Makes a seed for a member who has none in force.
 * @param spinsBefore spins that the member has made under other ones
 */
async function makeSeed(
  { clock, sealer }: Needs,
  handle: Db | Tx,
  memberId: string,
  spinsBefore = 0,
): Promise<void> {
  const id = newSeedId()
  const serverSeed = newServerSeed()
  const sealed = sealer.seal(serverSeed, boundTo(id))
  const sha256 = commitmentOf(serverSeed)
  await insertSeed(handle, { id, memberId, sha256, sealed, spinsBefore, at: clock.now() })
}

/** How often a seed is looked for while others make and reveal the member's seeds. */
const tries = 10

/** The member's seed in force; the first one is made. */
export async function seedOf(context: Needs & Pick<Context, 'db'>, memberId: string): Promise<Seed> {
  for (let turn = 0; turn < tries; turn++) {
    const seed = await findSeed(context.db, memberId)
    if (seed) return seed
    await makeSeed(context, context.db, memberId)
  }
  throw new Error(`member ${memberId} has no seed`)
}

/** The same inside a transaction, locked until it ends. */
export async function lockSeedOf(needs: Needs, tx: Tx, memberId: string): Promise<SealedSeed> {
  for (let turn = 0; turn < tries; turn++) {
    const seed = await lockSeed(tx, memberId)
    if (seed) return seed
    await makeSeed(needs, tx, memberId)
  }
  throw new Error(`member ${memberId} has no seed`)
}

/** Reveals the seed in force and puts a new one in its place. @throws Refusal `NO_DATA` there is none */
export async function rotateSeed(
  context: Needs & Pick<Context, 'db'>,
  memberId: string,
): Promise<AnswerOf<'POST /api/spinwheel/seed/rotate'>> {
  const { db, clock } = context
  if (!(await findSeed(db, memberId))) throw new Refusal('NO_DATA')
  return transaction(db, async (tx) => {
    const seed = await lockSeedOf(context, tx, memberId)
    const serverSeed = openSeed(context, seed)
    await revealSeed(tx, seed.id, serverSeed, clock.now())
    await makeSeed(context, tx, memberId, seed.spinsBefore + seed.nonce)
    return {
      revealed: { _id: seed.id, serverSeed, serverSeedHash: seed.sha256 },
      seed: shownSeed(await lockSeedOf(context, tx, memberId)),
    }
  })
}
