import { setTimeout as sleep } from 'node:timers/promises'
import { faults as outsideFaults } from '@krapao/sandbox/fault-names.ts'
import { lockAccounts } from '../../ledger/testing/asked.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { freeze } from './cluster.ts'
import type { Run } from './run.ts'
import { type ChaosNode, games } from './world.ts'

/**
 * Causes a fault and repairs it.
 * @returns details for the log; undefined if there was no target for the fault
 */
type Fault = (run: Run) => Promise<string | undefined>

/** All faults, with the weights by which they are chosen. */
const faults: Record<string, { weight: number; act: Fault }> = {
  'kill -9 of a node': { weight: 5, act: (run) => restart(run, 'kill') },
  'SIGTERM of a node': { weight: 1, act: (run) => restart(run, 'stop') },
  'frozen node': {
    weight: 3,
    act: (run) =>
      atNode(run, async (node) => {
        const ms = run.dice.between(1000, 15_000)
        if (node.process) await freeze(node.process.pid, ms)
        return `${node.name} for ${ms} ms`
      }),
  },
  'backends terminated': {
    weight: 3,
    act: async ({ world, dice }) => {
      const share = dice.one([0.3, 1])
      await world.books
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid <> pg_backend_pid() and backend_type = 'client backend' and random() < $1`,
          [share],
        )
        // The backend of this query may be among those of the pool.
        .catch(() => {})
      return `${share}`
    },
  },
  'connections cut': {
    weight: 3,
    act: (run) =>
      atNode(run, async (node) => {
        node.gate.cut()
        await sleep(run.dice.between(100, 4000))
        node.gate.heal()
        return node.name
      }),
  },
  'connections swallowed': {
    weight: 2,
    act: (run) =>
      atNode(run, async (node) => {
        if (run.dice.roll() < 0.5) node.gate.swallow()
        else node.gate.swallowAll()
        await sleep(run.dice.between(1000, 8000))
        node.gate.heal()
        return node.name
      }),
  },
  'answers lost': {
    weight: 3,
    act: (run) =>
      atNode(run, async (node) => {
        node.gate.swallow()
        await sleep(run.dice.between(20, 300))
        node.gate.cut()
        node.gate.heal()
        return node.name
      }),
  },
  'PostgreSQL restarted': {
    weight: 1,
    act: async ({ world, dice }) => {
      const how = dice.one(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)
      await world.postgres.end(how)
      await sleep(dice.between(200, 3000))
      for (let turn = 0; turn < 10; turn++) {
        // The server cannot start while processes of the killed one still use its shared memory.
        if (
          await world.postgres.start().then(
            () => true,
            () => false,
          )
        )
          return how
        await sleep(1000)
      }
      throw new Error('PostgreSQL does not start again')
    },
  },
  'frozen PostgreSQL': {
    weight: 1,
    act: async ({ world, dice }) => {
      const ms = dice.between(1000, 8000)
      await freeze(world.postgres.pid(), ms)
      return `${ms} ms`
    },
  },
  // A fail-over as seen by a node that still has connections to the old server. The promotion of a standby is
  // not included, because it takes a second cluster with replication.
  'database that only reads': {
    weight: 1,
    act: async ({ world, dice }) => {
      const { query } = world.books
      await query('alter system set default_transaction_read_only = on')
      await query('select pg_reload_conf()')
      await sleep(dice.between(500, 3000))
      await query('alter system reset default_transaction_read_only')
      await query('select pg_reload_conf()')
      return ''
    },
  },
  // A trigger raises the error of a full disk: filling a real one would need a file system of its own, which
  // only root may mount.
  'full disk': {
    weight: 1,
    act: async ({ world, dice }) => {
      const { query } = world.books
      await query(`
        create function out_of_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        create trigger out_of_disk before insert on journals execute function out_of_disk()`)
      const ms = dice.between(500, 4000)
      await sleep(ms)
      await query('drop function out_of_disk cascade')
      return `${ms} ms`
    },
  },
  'accounts locked': {
    weight: 2,
    act: async ({ world, dice }) => {
      const ms = dice.between(500, 6000)
      const { id } = dice.one(world.members)
      await transaction(world.books.db, async (tx) => {
        await rawQuery(tx, lockAccounts, [id])
        await sleep(ms)
      }).catch(() => {})
      return `${ms} ms`
    },
  },
  'Redis killed': {
    weight: 1,
    act: async ({ world, dice }) => {
      await world.redis.end('SIGKILL')
      await sleep(dice.between(200, 6000))
      await world.redis.start()
      return ''
    },
  },
  'outside world at fault': {
    weight: 12,
    act: async ({ world, dice }) => {
      const target = dice.one([...games, ...games, 'WW', 'gift', 'payout', 'slip'])
      const fault = dice.one([...outsideFaults])
      const times = dice.between(1, 12)
      await fetch(`${world.outsideUrl}/api/faults/${target}`, {
        method: 'PUT',
        body: JSON.stringify({ fault, times }),
        headers: { 'content-type': 'application/json' },
      })
      return `${target} ${fault} ${times}`
    },
  },
}

/** The names of all faults, for CHAOS_FAULTS. Faults of the sandbox occur at the same time as the others. */
export const faultNames = Object.keys(faults)
export const outsideFault = 'outside world at fault'

/** Causes one fault after the other until the run ends, at first each of them once. @param names of faults */
export async function strike(run: Run, names: string[], log: (line: string) => void): Promise<void> {
  const weights = Object.fromEntries(names.map((name) => [name, faults[name]?.weight ?? 0]))
  while (!run.isEnding && names.length > 0) {
    await sleep(run.dice.between(...run.restMs))
    const due = names.filter((name) => run.due.has(name))
    const name = due.length > 0 ? run.dice.one(due) : run.dice.weighted(weights)
    try {
      const done = await faults[name]?.act(run)
      if (done === undefined) continue
      run.due.delete(name)
      log(`${name} ${done}`)
      run.counts[`fault: ${name}`] = (run.counts[`fault: ${name}`] ?? 0) + 1
    } catch (error) {
      run.due.delete(name)
      run.violations.push(`the fault ${name} broke: ${(error as Error).stack}`)
    }
  }
}

/** Runs `act` on a random running node, if there is one. */
async function atNode(run: Run, act: (node: ChaosNode) => Promise<string>): Promise<string | undefined> {
  const running = run.world.nodes.filter(({ isDown }) => !isDown)
  return running.length > 0 ? act(run.dice.one(running)) : undefined
}

/**
 * Ends a node and restarts it in the background. In one case of ten this happens also while the other node is
 * down.
 */
const restart = async (run: Run, how: 'kill' | 'stop'): Promise<string | undefined> =>
  run.world.nodes.some(({ isDown }) => isDown) && run.dice.roll() < 0.9
    ? undefined
    : atNode(run, async (node) => {
        node.isDown = true
        await node.process?.[how]()
        sleep(run.dice.between(0, 1500)).then(() => bringBack(run, node))
        return node.name
      })

/** Starts a node as a supervisor does, with repeated attempts. */
export async function bringBack(run: Run, node: ChaosNode): Promise<void> {
  for (let turn = 0; turn < 20 && !run.isOver; turn++) {
    const cause = await run.world.boot(node).then(
      () => undefined,
      (error: Error) => error,
    )
    if (!cause) return
    await sleep(1000)
  }
  if (!run.isOver) run.violations.push(`node ${node.name} does not start again`)
}
