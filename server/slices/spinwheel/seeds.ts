import type { AnswerOf } from '@krapao/contract/client.ts'
import type { CommittedSeed, SpinSeed } from '@krapao/contract/slices/spinwheel/wheel.ts'
import { type Db, type Tx, transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sealedColumn } from '../../platform/sealer.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { commitmentOf, newSeedId, newServerSeed } from './rules.ts'
import {
  findNextSeed,
  findSeed,
  insertNextSeed,
  insertSeed,
  lockSeed,
  type NextSeed,
  revealSeed,
  type SealedSeed,
  type Seed,
  takeNextSeed,
} from './seed-store.ts'

/**
 * The server's part of a member's draws (rules.md §11.2). Its hash is shown before the seed in force is
 * revealed, so before the member chooses the client seed that it is used with; and its text only when the
 * next seed takes its place. Until then the text is sealed, and in no answer and no log.
 */

defineSetting(
  'spinwheel.rotationsPerMinute',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  10,
  'Times that a member may have the seed of the wheel revealed in a minute; each one is kept for good',
)

type Needs = Pick<Context, 'clock' | 'sealer'>

/** What a sealed text is bound to, also when a next seed is put in force. */
const ofSeed = (id: string): string => `spin-seed:${id}`
const boundTo = sealedColumn(
  { what: 'seeds of the wheel', table: 'spin_seeds', column: 'sealed', key: ['id'] },
  ofSeed,
)
sealedColumn(
  { what: 'next seeds of the wheel', table: 'next_spin_seeds', column: 'sealed', key: ['id'] },
  ofSeed,
)

export const openSeed = ({ sealer }: Pick<Needs, 'sealer'>, { id, sealed }: SealedSeed): string =>
  sealer.open(sealed, boundTo(id))

export const shownSeed = ({ id, sha256, nonce }: Omit<Seed, 'spinsBefore'>): SpinSeed => ({
  _id: id,
  serverSeedHash: sha256,
  nonce,
})

export const shownNext = ({ id, sha256 }: Pick<NextSeed, 'id' | 'sha256'>): CommittedSeed => ({
  _id: id,
  serverSeedHash: sha256,
})

function newSeed({ sealer }: Pick<Needs, 'sealer'>): NextSeed {
  const id = newSeedId()
  const serverSeed = newServerSeed()
  return { id, sha256: commitmentOf(serverSeed), sealed: sealer.seal(serverSeed, boundTo(id)) }
}

/** How often a seed is looked for while others make and reveal the member's seeds. */
const tries = 10

/** Makes a seed for a member who has none in force. */
async function makeSeed(needs: Needs, handle: Db | Tx, memberId: string): Promise<void> {
  await insertSeed(handle, { ...newSeed(needs), memberId, spinsBefore: 0, at: needs.clock.now() })
}

/** The member's next seed; the first one is made. */
export async function nextSeedOf(
  needs: Needs,
  handle: Db | Tx,
  memberId: string,
): Promise<Pick<NextSeed, 'id' | 'sha256'>> {
  for (let turn = 0; turn < tries; turn++) {
    const next = await findNextSeed(handle, memberId)
    if (next) return next
    await insertNextSeed(handle, { ...newSeed(needs), memberId, at: needs.clock.now() })
  }
  throw new Error(`member ${memberId} has no next seed`)
}

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

/**
 * Reveals the seed in force, puts the next one in its place, whose hash was shown before, and commits to
 * another one behind it.
 * @throws Refusal `NO_DATA` there is none
 */
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
    const now = (await takeNextSeed(tx, memberId)) ?? newSeed(context)
    await insertSeed(tx, { ...now, memberId, spinsBefore: seed.spinsBefore + seed.nonce, at: clock.now() })
    return {
      revealed: { _id: seed.id, serverSeed, serverSeedHash: seed.sha256 },
      seed: shownSeed(await lockSeedOf(context, tx, memberId)),
      nextSeed: shownNext(await nextSeedOf(context, tx, memberId)),
    }
  })
}
