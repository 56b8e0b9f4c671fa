import type { GameCode } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp, testConfig } from '../../../testing/app.ts'
import { dieAt, type Point } from '../../../testing/node.ts'
import { usernameOf } from '../rules.ts'
import { catchUpBets } from './ask.ts'
import { accountsOfNobody, wrongSums } from './testing/bets.ts'

/**
 * kill -9 of a node while it stores bets that it has asked for, of more members than one transaction takes
 * and of more than one page (rules.md §4.6): bets that it left behind are stored once by the next node that
 * asks, and no page is skipped.
 */

/** Bets of a page, as `askedAtOnce`, and of the page after it. */
const [page, rest] = [200, 20]
/** Members of the first page take turns; those of the second one, four bets each, have none in the first. */
const [early, late] = [55, 5]
const memberOf = (bet: number): number => (bet < page ? bet % early : early + (bet % late))

const insert = 'insert into bets '
/**
 * A part has the bets of fifty members, so the first page has four. `of`: the code, or the member whose first
 * bet it is.
 */
const cases: { code: GameCode; name: string; of: number | 'code'; at: Point; left: number }[] = [
  {
    code: 'UFABET',
    name: 'between two parts of a page',
    of: 50,
    at: { query: insert, when: 'before' },
    left: 50,
  },
  {
    code: 'SLOTXO',
    name: 'with the rows of the second part, before their commit',
    of: 50,
    at: { query: insert, when: 'before-commit' },
    left: 50,
  },
  {
    code: 'USUN',
    name: 'after the commit of the second part',
    of: 50,
    at: { query: insert, when: 'after-commit' },
    left: 100,
  },
  {
    code: 'BETFLIX',
    name: 'with all parts but the last, before the cursor moves',
    of: 'code',
    at: { query: 'update bet_cursors', when: 'before' },
    left: 150,
  },
  {
    code: 'ASKMEBET',
    name: 'between two pages',
    of: 'code',
    at: { query: 'update bet_cursors', when: 'after-commit' },
    left: page,
  },
  {
    code: 'PGSLOT',
    name: 'with the rows of the second page, before their commit',
    of: early,
    at: { query: insert, when: 'before-commit' },
    left: page,
  },
]

let app: TestApp
const storedOf = (code: GameCode) =>
  app.database.query<{ id: string; member: string }>(
    'select id, member_id as member from bets where game = $1',
    [code],
  )
/** How many of each the node left behind. */
const left = new Map<GameCode, number>()
const expected = new Map<GameCode, string[]>()

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  // The doomed node has the questions for itself.
  await app.context.jobs.stop()
  const flows = await Promise.all(
    cases.map(async ({ code, of, at }) => {
      await app.sandbox.setFault(code, 'timeout-lost', 100_000, 'report-bets')
      const members = await accountsOfNobody(app, code, early + late)
      for (const id of members) {
        await app.context.games.openAccount({ code, timeoutSeconds: 5 }, usernameOf(id), 'THB')
      }
      const owners = Array.from({ length: page + rest }, (_, i) => members[memberOf(i)] ?? '')
      for (const id of owners) {
        await app.sandbox.call('POST', `games/${code}/bets`, { username: usernameOf(id), stake: 1, win: 0.5 })
      }
      expected.set(code, owners.toSorted())
      return { of: of === 'code' ? code : (members[of] ?? ''), at }
    }),
  )
  await dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, flows)
  for (const { code } of cases) left.set(code, (await storedOf(code)).length)
  // The claim of the node that died ends by itself.
  app.clock.advance(31)
  await catchUpBets(app.context)
}, 120_000)
afterAll(async () => {
  expect(await wrongSums(app)).toEqual([])
  await app.close()
})

it.each(cases)('killed $name ($code): $left are there, then each once', async (killed) => {
  expect(left.get(killed.code)).toBe(killed.left)
  const stored = await storedOf(killed.code)
  expect(new Set(stored.map(({ id }) => id)).size).toBe(page + rest)
  expect(stored.map(({ member }) => member).toSorted()).toEqual(expected.get(killed.code))
})
