import { setTimeout as sleep } from 'node:timers/promises'
import { audit, openWork } from './audit.ts'
import { createDice } from './dice.ts'
import { bringBack, faultNames, outsideFault, strike } from './faults.ts'
import { live } from './operations.ts'
import { newAmounts, type Run } from './run.ts'
import { type ChaosNode, createWorld } from './world.ts'

export interface ChaosOptions {
  seconds: number
  seed: number
  /** Members, and lives going on at once. */
  members?: number
  lives?: number
  /** Names of faults.ts; all when left out. */
  faults?: string[]
  log?: (line: string) => void
}

/** Without any change for so long, what is still open is stuck. */
const patienceMs = 180_000

/**
 * Two nodes under random operations and faults, then the outside's books against ours (rules.md §15: the sandbox plays
 * the outside). What a caller was told must be what was done, and one key must have one answer.
 */
export async function runChaos(options: ChaosOptions): Promise<Pick<Run, 'counts' | 'violations'>> {
  const { seconds, seed, members = 20, lives = 10, faults = faultNames, log = () => {} } = options
  const dice = createDice(seed)
  const world = await createWorld(members)
  const run: Run = {
    world,
    dice,
    operations: [],
    counts: {},
    violations: [],
    amount: newAmounts(),
    isEnding: false,
    isOver: false,
  }
  const watch = setInterval(() => {
    for (const node of world.nodes) reviveDead(run, node)
  }, 500)
  try {
    log(`seed ${seed}: ${members} members, ${lives} lives, ${seconds} s`)
    const from = performance.now()
    const note = (line: string) => log(`${((performance.now() - from) / 1000).toFixed(1)} s: ${line}`)
    const [theirs, ours] = [
      faults.filter((name) => name === outsideFault),
      faults.filter((name) => name !== outsideFault),
    ]
    const actors = [
      strike(run, theirs, note),
      strike(run, ours, note),
      ...Array.from({ length: lives }, () => live(run)),
    ]
    await sleep(seconds * 1000)
    run.isEnding = true
    log('no more faults; what is under way ends')
    await settle(run, Promise.all(actors), log)
    await audit(run)
  } finally {
    run.isEnding = true
    run.isOver = true
    clearInterval(watch)
    await world.close()
  }
  return run
}

/** A node that ended by itself is a violation, and comes back as a supervisor would bring it. */
function reviveDead(run: Run, node: ChaosNode): void {
  if (node.isDown || !node.process?.hasEnded()) return
  node.isDown = true
  run.violations.push(`node ${node.name} ended by itself`)
  bringBack(run, node)
}

/** Waits until all is settled, as long as anything changes: slow machines take their time. */
async function settle(run: Run, actors: Promise<unknown>, log: (line: string) => void): Promise<void> {
  for (const target of ['PG', 'JOKER', 'USUN', 'WW', 'gift', 'payout', 'slip']) {
    await fetch(`${run.world.outsideUrl}/api/faults/${target}`, {
      method: 'PUT',
      body: '{"fault":"none"}',
      headers: { 'content-type': 'application/json' },
    })
  }
  let left = true
  actors.then(
    () => {
      left = false
    },
    (error: Error) => run.violations.push(`the run broke: ${error.stack}`),
  )
  let before = ''
  let changedAt = performance.now()
  for (;;) {
    const open = await openWork(run).catch(() => ({ database: 1 }))
    const isUp = run.world.nodes.every(({ isDown }) => !isDown)
    if (!left && isUp && Object.values(open).every((count) => count === 0)) break
    const now = JSON.stringify({ open, isUp, answers: run.operations.map(({ answers }) => answers.length) })
    if (now !== before) changedAt = performance.now()
    before = now
    if (performance.now() - changedAt > patienceMs) {
      run.violations.push(`stuck: ${JSON.stringify(open)}${left ? ', callers without an answer' : ''}`)
      break
    }
    await sleep(1000)
  }
  // The world's own reports go on for a while after the last call.
  await sleep(2000)
  log(`settled: ${JSON.stringify(await openWork(run))}`)
}
