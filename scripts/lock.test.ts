import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

const folder = mkdtempSync(join(tmpdir(), 'krapao-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = `
  import { appendFileSync } from 'node:fs'
  import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))}
  const [lock, log] = process.argv.slice(1)
  await withLock(lock, async () => {
    appendFileSync(log, 'in ')
    await new Promise((resolve) => setTimeout(resolve, 50))
    appendFileSync(log, 'out ')
  })`

it('the lock lets one process in at a time', async () => {
  const [lock, log] = [join(folder, 'one'), join(folder, 'log')]
  const start = () => spawn(process.execPath, ['--input-type=module', '-e', program, lock, log])
  const ends = [1, 2, 3, 4].map(() => new Promise((resolve) => start().on('exit', resolve)))
  expect(await Promise.all(ends)).toEqual([0, 0, 0, 0])
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(4))
})

it('the lock of a process that has ended is taken over', async () => {
  const lock = join(folder, 'left')
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(lock, String(gone))
  expect(await withLock(lock, async () => readFileSync(lock, 'utf8'))).toBe(String(process.pid))
  expect(existsSync(lock)).toBe(false)
})

it('the lock is free again after an error, which is thrown', async () => {
  const lock = join(folder, 'error')
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})
