import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from './services.ts'

// The demo world has slips that are read and credited, so a server that cannot do that does not become ready.
it('it starts on an empty folder, and each address that it prints has its page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-dev-'))
  const { DATABASE_URL, REDIS_URL, BRAND_FILE, ...env } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
    env: { ...env, DATA_DIR: folder, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  try {
    const address = (app: string) => new RegExp(`^ *${app} +(http://\\S+)$`, 'm').exec(output)?.[1]
    const isServed = expect.poll(() => address('sandbox'), { timeout: 400_000 }).toBeTruthy()
    const tooEarly = ended.then(() => {
      throw new Error(`npm run dev ended: ${output}`)
    })
    await Promise.race([isServed, tooEarly])
    for (const app of ['members', 'console', 'sandbox']) {
      const answer = await fetch(address(app) ?? '', { headers: { accept: 'text/html' } })
      expect([app, answer.status, /<div id="/.test(await answer.text())]).toEqual([app, 200, true])
    }
    // A call of the member app is forwarded to the server.
    expect((await fetch(`${address('members')}api/lookup/info`)).status).toBe(200)
    expect(output).not.toMatch(/cannot|error/i)
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}, 440_000)
