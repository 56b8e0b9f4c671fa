import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign, signatureHeader } from '@krapao/contract/signature.ts'
import { afterAll, expect, it } from 'vitest'
import { builtProgram } from '../testing/node-build.ts'

const folder = mkdtempSync(join(tmpdir(), 'krapao-sandbox-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the sandbox as a process of its own. @returns its address and a function that stops it */
async function start() {
  const child = spawn(process.execPath, [await builtProgram('sandbox')], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: '', GAMES_SECRET: 'mine' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes('\n')) break
  }
  expect(said).toMatch(/^Sandbox is ready at http:\/\/localhost:\d+\n$/)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { address: said.trim().split(' ').at(-1), end }
}

it('runs as a process of its own, keeps its state through a kill, and stops on request', async () => {
  const first = await start()
  const body = JSON.stringify({ username: 'kept' })
  const headers = { 'content-type': 'application/json', [signatureHeader]: sign('mine', body, new Date()) }
  const open = await fetch(`${first.address}/sandbox/games/PG/open-account`, {
    method: 'POST',
    body,
    headers,
  })
  expect(open.status).toBe(200)
  await first.end('SIGKILL')

  const second = await start()
  const account = await fetch(`${second.address}/sandbox/api/games/PG/accounts/kept`)
  expect(await account.json()).toEqual({ username: 'kept', balance: 0, currency: 'THB', bets: [] })
  expect(await second.end('SIGTERM')).toBe(0)
}, 120_000)
