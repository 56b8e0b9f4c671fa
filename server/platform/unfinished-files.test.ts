import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { receivingPath, sweepUnfinished } from './unfinished-files.ts'

/** A temp folder of this test's own. */
const temp = mkdtempSync(join(tmpdir(), 'krapao-temp-'))
vi.stubEnv('TMPDIR', temp)
const folder = join(temp, 'files')
mkdirSync(join(folder, 'slip'), { recursive: true })
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(temp, { recursive: true, force: true })
})

const twoHoursAgo = new Date(Date.now() - 7_200_000)

function put(file: string, at = twoHoursAgo): string {
  writeFileSync(file, 'half')
  utimesSync(file, at, at)
  return file
}

test('deletes old incomplete files of the server, and no other files', async () => {
  const left = [put(receivingPath()), put(receivingPath()), put(join(folder, 'slip', 'sl1abc.jpg.new'))]
  const own = put(join(temp, 'of-somebody-else'))
  const link = receivingPath()
  symlinkSync(own, link)
  const inUse = receivingPath()
  mkdirSync(inUse)
  utimesSync(inUse, twoHoursAgo, twoHoursAgo)
  const others = [
    own,
    link,
    inUse,
    put(receivingPath(), new Date(Date.now() - 1_800_000)),
    put(`${receivingPath()}0`),
    put(join(temp, 'krapao-slip-XYZ')),
    put(join(folder, 'slip', 'sl1abc.jpg')),
    put(join(folder, 'slip', 'sl2abc.jpg.new'), new Date()),
  ]
  expect(await sweepUnfinished(folder)).toBe(3)
  expect(left.filter((file) => existsSync(file))).toEqual([])
  expect(others.filter((file) => !existsSync(file))).toEqual([])
  expect(await sweepUnfinished(join(temp, 'not-there'))).toBe(0)
})
