import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../platform/database.ts'
import { type Pass, resealColumn } from '../platform/reseal.ts'
import {
  createSealer,
  type SealedColumn,
  type Sealer,
  sealedColumns,
  sealedOutsides,
} from '../platform/sealer.ts'
import { endChange, type Keys, readChange } from './installation-keys.ts'
// The slices declare what they seal.
import './slices.ts'

/** Milliseconds. */
const waits = {
  /** Between two passes, when others held rows. */
  held: 1000,
  /** Longer than two looks of a node at its key (`watch-node`). */
  noticed: 35_000,
}

/** Passes over a column before the command gives up on rows that others hold. */
const maxPasses = 30

type Say = (line: string) => void

/**
 * Seals all secrets of the database by the first key, and ends the change of the key when none of the other
 * key is left. Then it waits until a node that still seals with the other one, because nobody has restarted
 * it, has noticed, and looks once more.
 * @param options.say prints a line for the person who runs it
 * @returns whether nothing of the other key is left
 * @throws Error if these keys are not those of the installation; the message says what to do
 */
export async function resealAll(
  database: Database,
  keys: Keys,
  { say, untilNoticed = () => sleep(waits.noticed) }: { say: Say; untilNoticed?: () => Promise<void> },
): Promise<boolean> {
  const change = await readChange(database, keys)
  const sealer = createSealer(keys)
  let { left, unreadable } = await passAll(database, sealer, say)
  // Also when the change has ended already: the command may have been killed before it looked again.
  if (left === 0 && keys[1] !== undefined) {
    await endChange(database, change)
    say('Looks again in half a minute, for what a node that was not restarted may have sealed meanwhile.')
    await untilNoticed()
    ;({ left, unreadable } = await passAll(database, sealer, () => {}))
  }
  if (left > 0) {
    say(`${count(left)} secrets could not be sealed anew, because others hold their rows. Run this again.`)
    return false
  }
  for (const { what, afterwards } of sealedOutsides)
    say(`Not in the database: ${what}. Without the old key ${afterwards}.`)
  const all = unreadable === 0 ? 'everything' : 'everything that a key given here opens'
  say(`The key with the fingerprint ${change.to} seals ${all}.`)
  if (keys[1] !== undefined)
    say('Nothing of the old key is left: CREDENTIAL_KEY_OLD can be removed from every node.')
  return true
}

const count = new Intl.NumberFormat('en').format

/**
 * Passes over every column until the first key has sealed everything in it.
 * @returns left: the rows that others held to the end; unreadable: those that no key opens
 */
async function passAll({ db }: Database, sealer: Sealer, say: Say) {
  let [left, unreadable] = [0, 0]
  for (const place of sealedColumns) {
    const sum = await passUntilDone(() => resealColumn(db, sealer, place))
    left += sum.busy
    unreadable += sum.unreadable
    sayPass(place, sum, say)
  }
  return { left, unreadable }
}

/** @returns the last pass, with `resealed` of all, and `sealed` of the time before the first */
async function passUntilDone(act: () => Promise<Pass>): Promise<Pass> {
  let resealed = 0
  for (let turn = 1; ; turn++) {
    const pass = await act()
    resealed += pass.resealed
    const isDone = pass.busy === 0 && pass.resealed === 0
    if (isDone || turn === maxPasses)
      return { ...pass, resealed, sealed: Math.max(0, pass.sealed + pass.resealed - resealed) }
    if (pass.busy > 0) await sleep(waits.held)
  }
}

function sayPass({ what, table, column }: SealedColumn, pass: Pass, say: Say): void {
  const { resealed, sealed, unreadable, examples } = pass
  say(`${what} (${table}.${column}): ${count(resealed)} sealed anew, ${count(sealed)} were before`)
  if (unreadable === 0) return
  const [is, stays] = unreadable === 1 ? ['is', 'stays as it is'] : ['are', 'stay as they are']
  say(`  ${count(unreadable)} ${is} opened by no key given here and ${stays}: ${examples.join(', ')}`)
}
