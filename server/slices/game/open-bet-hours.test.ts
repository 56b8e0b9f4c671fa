import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedSettings, storeSettings } from '../../platform/testing.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { openBetHoursOf, providerSeeds } from './providers.ts'
import { listProviders } from './public.ts'

/** For how many hours a bet may be open at a provider that reports none (rules.md §7.2), as it is stored. */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hours = async () => {
  app.context.services.providers.clear()
  return Object.fromEntries(
    (await listProviders(app.context)).map(({ code, openBetHours }) => [code, openBetHours]),
  )
}
const all = (openBetHours: number) =>
  Object.fromEntries(providerSeeds.map(({ code }) => [code, openBetHours]))

test('a new installation has those of its providers’ games', async () => {
  expect(await hours()).toEqual(
    Object.fromEntries(providerSeeds.map((seed) => [seed.code, openBetHoursOf(seed)])),
  )
})

test.each([
  ['what was set for all goes on as each one’s own', '100', 100],
  ['what could not be used was the default', '"many"', 48],
  ['nothing set: the default', undefined, 48],
])('an installation from before: %s', async (_, value, goesOn) => {
  await app.database.query(`update game_providers set settings = '{"timeoutSeconds":3}'`)
  if (value) await storeSettings(app.database, { 'bonus.silentBetHours': JSON.parse(value) })
  const file = '../../migrations/0031-give-games-their-hours-of-open-bets.sql'
  await app.database.query(readFileSync(join(import.meta.dirname, file), 'utf8'))
  expect(await hours()).toEqual(all(goesOn))
  expect(new Set((await listProviders(app.context)).map(({ timeoutSeconds }) => timeoutSeconds))).toEqual(
    new Set([3]),
  )
  expect(await storedSettings(app.database)).not.toContain('bonus.silentBetHours')
})
