import { setTimeout as sleep } from 'node:timers/promises'
import { audit, openWork } from './audit.ts'
import { createDice } from './dice.ts'
import { bringBack, faultNames, outsideFault, strike } from './faults.ts'
import { live } from './operations.ts'
import { newAmounts, type Run } from './run.ts'
import { type ChaosNode, createWorld } from './world.ts'

export interface ChaosOptions {
  /** The least duration; the run goes on until each fault has occurred. */
  seconds: number
  seed: number
  /** The number of members, and of concurrent actors. */
  members?: number
  actors?: number
  /** Milliseconds between the end of a fault and the next: at least, at most. */
  restMs?: [number, number]
  /** Names of faults in faults.ts; all by default. */
  faults?: string[]
  log?: (line: string) => void
}

/** Milliseconds without a change after which open work counts as stuck. */
const patienceMs = 180_000

/**
 * Runs random operations and faults on two nodes, then compares our books with those of the sandbox, which
 * simulates banks and providers (rules.md §15). Every answer must agree with the books, and each key must
 * have one answer only.
 */
export async function runChaos(options: ChaosOptions): Promise<Pick<Run, 'counts' | 'violations'>> {
  const {
    seconds,
    seed,
    members = 20,
    actors = 10,
    restMs = [300, 2500],
    faults = faultNames,
    log = () => {},
  } = options
  const dice = createDice(seed)
  const world = await createWorld(members)
  const run: Run = {
    world,
    dice,
    operations: [],
    counts: {},
    violations: [],
    due: new Set(faults),
    amount: newAmounts(),
    restMs,
    isEnding: false,
    isOver: false,
  }
  const watch = setInterval(() => {
    for (const node of world.nodes) reviveDead(run, node)
  }, 500)
  try {
    log(`seed ${seed}: ${members} members, ${actors} actors, ${seconds} s`)
    const from = performance.now()
    const note = (line: string) => log(`${((performance.now() - from) / 1000).toFixed(1)} s: ${line}`)
    const [theirs, ours] = [
      faults.filter((name) => name === outsideFault),
      faults.filter((name) => name !== outsideFault),
    ]
    const running = [
      strike(run, theirs, note),
      strike(run, ours, note),
      ...Array.from({ length: actors }, () => live(run)),
    ]
    await sleep(seconds * 1000)
    // Each fault occurs at least once, also on a slow machine.
    while (run.due.size > 0) await sleep(200)
    run.isEnding = true
    log('no more faults; running operations end')
    await settle(run, Promise.all(running), log)
    await audit(run)
  } finally {
    run.isEnding = true
    run.isOver = true
    clearInterval(watch)
    await world.close()
  }
  return run
}

/** A node that ends by itself is a violation, and is restarted as a supervisor would. */
function reviveDead(run: Run, node: ChaosNode): void {
  if (node.isDown || !node.process?.hasEnded()) return
  node.isDown = true
  run.violations.push(`node ${node.name} ended by itself`)
  bringBack(run, node)
}

/**
 * Waits until no work is open. Gives up only after a time without any change, because machines differ in
 * speed.
 */
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
  // The sandbox still sends reports for a while after the last call.
  await sleep(2000)
  log(`settled: ${JSON.stringify(await openWork(run))}`)
}
