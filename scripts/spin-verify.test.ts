import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignPeople } from '../server/slices/campaign/testing.ts'
import {
  forgeSpin,
  memberWithCoins,
  overwriteSpin,
  publisher,
  rotate,
  slice,
  spins,
  wheelOf,
  won,
} from '../server/slices/spinwheel/testing.ts'
import { type TestApp, testApp } from '../server/testing/app.ts'

/** `npm run spin:verify` on spins of the real app. */

type Answer = AnswerOf<'POST /api/spinwheel/spins'>
type Spin = Answer['spins'][number]

let app: TestApp
let answer: Answer
const folder = mkdtempSync(join(tmpdir(), 'krapao-spins-'))

beforeAll(async () => {
  app = await testApp()
  const publish = publisher(app, await campaignPeople(app))
  await publish(wheelOf(slice('A', 50), slice('B', 30, { stock: 3 }), slice('C', 20)))
  const member = await memberWithCoins(app, 12)
  for (let n = 0; n < 10; n++) await won(app, member)
  await rotate(app, member)
  for (let n = 0; n < 2; n++) await won(app, member)
  answer = await spins(app, member, 1, 100)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

function verify(args: string[], { input = '', url }: { input?: string; url?: string } = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'spin-verify.ts'), ...args],
    { input, encoding: 'utf8', env: { ...process.env, ...(url && { DATABASE_URL: url }) } },
  )
  const said = `${stdout}${stderr}`.trim().split('\n')
  return { status, said, last: said.at(-1) ?? '' }
}
function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}
const revealed = (): Spin => answer.spins[5] as Spin

describe('spins as the API answers them', () => {
  it('from a file are right, and those under the seed in force are not revealed', () => {
    const { status, said, last } = verify([file('spins.json', answer)])
    expect([status, last]).toEqual([0, '10 right, 0 wrong, 2 not revealed yet'])
    expect(said.slice(0, 2).every((line) => line.startsWith('not revealed'))).toBe(true)
    expect(said[2]).toBe(`right         ${answer.spins[2]?._id} (nonce 9): ${answer.spins[2]?.code}`)
  })

  it('from standard input, as a list or one alone', () => {
    for (const given of [[revealed()], revealed()]) {
      expect(verify([], { input: JSON.stringify(given) })).toMatchObject({
        status: 0,
        last: '1 right, 0 wrong, 0 not revealed yet',
      })
    }
  })

  it.each<[string, (spin: Spin) => Partial<Spin>, string]>([
    ['another slice', ({ code }) => ({ code: code === 'A' ? 'C' : 'A' }), 'WRONG DRAW'],
    ['another seed', ({ serverSeed }) => ({ serverSeed: `${serverSeed?.slice(0, -1)}x` }), 'WRONG SEED'],
    ['another commitment', () => ({ serverSeedHash: '0'.repeat(64) }), 'WRONG SEED'],
    [
      'weights that give another slice',
      ({ code, slices }) => ({
        slices: slices.map((slice) => ({ ...slice, weight: slice.code === code ? 0 : 1 })),
      }),
      'WRONG DRAW',
    ],
  ])('with %s are found', (_what, change, verdict) => {
    const spoilt = answer.spins.map((spin, at) => (at === 5 ? { ...spin, ...change(spin) } : spin))
    const { status, said, last } = verify([], { input: JSON.stringify({ ...answer, spins: spoilt }) })
    expect([status, last]).toEqual([1, '9 right, 1 wrong, 2 not revealed yet'])
    expect(said[5]).toContain(`${verdict}    ${revealed()._id}`)
  })

  it.each([
    ['no JSON', 'spins', 'not valid JSON'],
    ['no spin', '[]', 'there is no spin in it'],
    ['something else', '{"total": 1}', 'spin 1'],
  ])('with %s cannot be checked', (_what, input, why) => {
    const { status, last } = verify([], { input })
    expect([status, last.includes(why)]).toEqual([2, true])
  })
})

describe('a spin by its parts', () => {
  const parts = ({ serverSeed, clientSeed, nonce, slices }: Spin) => [
    '--server-seed',
    serverSeed ?? '',
    '--client-seed',
    clientSeed,
    '--nonce',
    String(nonce),
    '--slices',
    file('slices.json', slices),
  ]

  it('is drawn, or compared with the hash and the code that the member was shown', () => {
    const spin = revealed()
    expect(verify(parts(spin)).said[0]).toBe(
      `The seeds give ${spin.code}; SHA-256 of the server seed: ${spin.serverSeedHash}`,
    )
    const shown = ['--hash', spin.serverSeedHash, '--code', spin.code]
    expect(verify([...parts(spin), ...shown])).toMatchObject({ status: 0 })
    const other = spin.code === 'A' ? 'B' : 'A'
    expect(verify([...parts(spin), '--code', other])).toMatchObject({ status: 1 })
    expect(verify(['--server-seed', 'x'])).toMatchObject({ status: 2 })
  })
})

describe('the whole database', () => {
  it('has every revealed spin', () => {
    expect(verify(['--database'], { url: app.database.url })).toMatchObject({
      status: 0,
      last: '10 right, 0 wrong, 0 not revealed yet',
    })
  })

  it('names the spin that was changed behind the application’s back', async () => {
    const { _id, code } = revealed()
    await expect(overwriteSpin(app.database, _id, code)).rejects.toThrow('append-only')
    await forgeSpin(app.database, _id, code === 'A' ? 'C' : 'A')
    const { status, said } = verify(['--database'], { url: app.database.url })
    await forgeSpin(app.database, _id, code)
    expect(status).toBe(1)
    expect(said.filter((line) => line.startsWith('WRONG'))).toEqual([expect.stringContaining(_id)])
  })
})
