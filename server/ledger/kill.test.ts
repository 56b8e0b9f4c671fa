import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openPglite } from '../platform/database-pglite.ts'
import { engines, pgliteTemplate, testDatabase } from '../testing/database.ts'
import { byDepth } from '../testing/depth.ts'
import { builtProgram } from '../testing/node-build.ts'

const times = byDepth({ usual: 5, deep: 40 })

interface Restart {
  answeredMs: number
  missing: number
  defects: unknown[]
}

describe.each(engines)('kill -9 under load on %s', (engine) => {
  let child: ChildProcess | undefined
  afterEach(() => void child?.kill('SIGKILL'))

  test(`${times} times: what was acknowledged is there, and the books balance`, {
    timeout: 400_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'krapao-kill-'))
    const file = join(folder, 'acknowledged')
    writeFileSync(file, '')
    const { where, drop } = await freshDatabase(folder)
    let acknowledged = 0
    const startsMs: number[] = []
    try {
      // One start more than kills: the last one proves what the last kill left.
      for (let round = 0; round <= times; round++) {
        child = spawn(process.execPath, [await builtProgram('ledger'), engine, where, `${round}`, file], {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, STARTED_AT: `${Date.now()}` },
        })
        const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[
          Symbol.asyncIterator
        ]()
        const restart = JSON.parse((await lines.next()).value ?? '{}') as Restart
        expect(restart).toMatchObject({ missing: 0, defects: [] })
        startsMs.push(restart.answeredMs)

        const exited = once(child, 'exit')
        let keys = ''
        for await (const line of { [Symbol.asyncIterator]: () => lines }) {
          // Recorded from the first one on, so that the check has data on a slow machine as well.
          if (keys === '') void sleep(Math.random() * 300).then(() => child?.kill('SIGKILL'))
          keys += `${line}\n`
          acknowledged++
        }
        appendFileSync(file, keys)
        expect((await exited)[1]).toBe('SIGKILL')
      }
      expect(acknowledged).toBeGreaterThan(times)
      // Against the start on an empty database, so that the speed of the machine does not count.
      const [firstMs = 0, ...restartsMs] = startsMs
      const medianMs = restartsMs.sort((a, b) => a - b)[Math.floor(times / 2)]
      expect(medianMs).toBeLessThan(3 * firstMs)
    } finally {
      child?.kill('SIGKILL')
      await drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  async function freshDatabase(folder: string): Promise<{ where: string; drop(): Promise<void> }> {
    if (engine === 'postgres') {
      const database = await testDatabase(engine)
      return { where: database.url, drop: database.drop }
    }
    const where = join(folder, 'database')
    await (await openPglite(where, await pgliteTemplate())).close()
    return { where, drop: async () => {} }
  }
})
