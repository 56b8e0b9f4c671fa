import { setTimeout as sleep } from 'node:timers/promises'
import { faults as outsideFaults } from '@krapao/sandbox/fault-names.ts'
import { rawQuery } from '../../platform/database.ts'
import { freeze } from './cluster.ts'
import type { Run } from './run.ts'
import { type ChaosNode, games } from './world.ts'

/** What was done; undefined where there was nothing to do it to. */
type Fault = (run: Run) => Promise<string | undefined>

/** Runs something and says what it was; what a fault breaks, it mends. */
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
        // Its own backend may be among the pool's others.
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
        // The processes of a killed server may hold its memory for a moment.
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
  // As a fail-over looks to a node that is left with the old server. A standby that takes over would take a second cluster
  // that replicates.
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
  // A trigger says what the system would: to fill a real disk takes a file system of its own, which only root may mount.
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
      await world.books.db
        .transaction()
        .execute(async (tx) => {
          await rawQuery(tx, 'select from accounts where member_id = $1 for update', [id])
          await sleep(ms)
        })
        .catch(() => {})
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

/** Names of all faults, as CHAOS_FAULTS lists them. Those of the outside world come beside the others. */
export const faultNames = Object.keys(faults)
export const outsideFault = 'outside world at fault'

/** One fault after the other until the run ends. @param names of faults.ts */
export async function strike(run: Run, names: string[], log: (line: string) => void): Promise<void> {
  const weights = Object.fromEntries(names.map((name) => [name, faults[name]?.weight ?? 0]))
  while (!run.isEnding && names.length > 0) {
    await sleep(run.dice.between(300, 2500))
    const name = run.dice.weighted(weights)
    try {
      const done = await faults[name]?.act(run)
      if (done === undefined) continue
      log(`${name} ${done}`)
      run.counts[`fault: ${name}`] = (run.counts[`fault: ${name}`] ?? 0) + 1
    } catch (error) {
      run.violations.push(`the fault ${name} broke: ${(error as Error).stack}`)
    }
  }
}

/** Does something to a node that runs, if one does. */
async function atNode(run: Run, act: (node: ChaosNode) => Promise<string>): Promise<string | undefined> {
  const running = run.world.nodes.filter(({ isDown }) => !isDown)
  return running.length > 0 ? act(run.dice.one(running)) : undefined
}

/** Ends a node; it comes back while other things happen. Mostly the other one goes on. */
const restart = async (run: Run, how: 'kill' | 'stop'): Promise<string | undefined> =>
  run.world.nodes.some(({ isDown }) => isDown) && run.dice.roll() < 0.9
    ? undefined
    : atNode(run, async (node) => {
        node.isDown = true
        await node.process?.[how]()
        sleep(run.dice.between(0, 1500)).then(() => bringBack(run, node))
        return node.name
      })

/** Starts a node as a supervisor does: until it stands. */
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
