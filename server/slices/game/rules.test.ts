import { gameCategories, gameCodes } from '@krapao/contract/game.ts'
import { describe, expect, test } from 'vitest'
import { openBetHoursOf, providerSeeds } from './providers.ts'
import { readProviderSettings, redactUrl, usernameOf, webOf } from './rules.ts'

test('all sixteen providers of product.md §3 are seeded, once, in every category', () => {
  expect(providerSeeds.map(({ code }) => code).sort()).toEqual([...gameCodes].sort())
  expect(new Set(providerSeeds.map(({ category }) => category))).toEqual(new Set(gameCategories))
})

test('auto-login forms are those of product.md §7', () => {
  const forms = providerSeeds.flatMap(({ autoLogin }) =>
    autoLogin ? [`${autoLogin.path}/{username}${autoLogin.withPassword ? '/{password}' : ''}`] : [],
  )
  expect(forms.sort()).toEqual(
    [
      'pg/{username}',
      'betflix/{username}',
      'askmebet/{username}/{password}',
      'imi/{username}/{password}',
      'usun/{username}/{password}',
      'areaslot/{username}',
      'circus/{username}/{password}',
      'slotracha/{username}/{password}',
      'pgslot/{username}/{password}',
      'joker2/{username}',
      'huayhd/{username}',
    ].sort(),
  )
})

test.each([
  [{}, { timeoutSeconds: 5, settlementWindowSeconds: 600, openBetHours: 48 }],
  [null, { timeoutSeconds: 5, settlementWindowSeconds: 600, openBetHours: 48 }],
  [{ timeoutSeconds: 2 }, { timeoutSeconds: 2, settlementWindowSeconds: 600, openBetHours: 48 }],
  // An invalid setting counts as absent: an operator’s mistake must not make transfers be given up at once.
  [
    { settlementWindowSeconds: 0, timeoutSeconds: 'x' },
    { timeoutSeconds: 5, settlementWindowSeconds: 600, openBetHours: 48 },
  ],
])('settings %j → %j', (stored, settings) => {
  expect(readProviderSettings(stored)).toEqual(settings)
})

// What counts as settled at once, or never, would free a bonus or hold it for good.
test.each([
  [undefined, 48],
  [0.1, 0.1],
  [1, 1],
  [744, 744],
  [0.09, 48],
  [0, 48],
  [-1, 48],
  [745, 48],
  ['1', 48],
  [null, 48],
])('open bets of a provider with %j h count for %d h', (openBetHours, hours) => {
  expect(readProviderSettings({ openBetHours }).openBetHours).toBe(hours)
})

test('a new installation’s hours are by what is bet on, and possible ones', () => {
  const hours = Object.fromEntries(providerSeeds.map((seed) => [seed.code, openBetHoursOf(seed)]))
  expect(hours).toMatchObject({
    PG: 1,
    CIRCUS: 1,
    SEXYGAME: 1,
    UFABET: 168,
    BETFLIX: 168,
    HUAYHD: 432,
    USUN: 432,
  })
  for (const openBetHours of Object.values(hours)) {
    expect(readProviderSettings({ openBetHours }).openBetHours).toBe(openBetHours)
  }
})

test('usernames belong to one member and fit a provider’s field', () => {
  expect(usernameOf('abcdefghijkl')).toBe('kpabcdefghijkl')
})

describe('credentials stay out of the log (rules.md §4.5)', () => {
  test.each([
    ['/api/autoLogin/pg/kpabc', '/api/autoLogin/…'],
    ['/api/autoLogin/imi/kpabc/s3cret?x=1', '/api/autoLogin/…'],
    ['/api/%61utoLogin/imi/kpabc/s3cret', '/api/autoLogin/…'],
    ['/API/AUTOLOGIN/imi/kpabc/s3cret', '/api/autoLogin/…'],
    ['/api/autoLogin/imi/kpabc/s3%cret', '/api/autoLogin/…'],
    ['/api/wallet?x=/api/autoLogin/y', '/api/wallet?x=/api/autoLogin/y'],
  ])('%s → %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })
})

describe('the page of a sport provider without auto-login (product.md §9)', () => {
  const own = 'https://provider.example'
  const thai = 'https://sport.example'
  const lao = 'https://sport.example/la'
  test.each([
    ['th', '', '', own],
    ['th', thai, lao, thai],
    ['th', '', lao, own],
    ['la', '', '', own],
    ['la', thai, lao, lao],
    ['la', thai, '', thai],
    ['la', '', lao, lao],
  ] as const)('%s build with %j and %j: %s', (variant, sportUrl, sportUrlLaos, web) => {
    const brand = { variant, sportUrl, sportUrlLaos }
    expect(webOf({ category: 'sport', autoLogin: null, web: own }, brand)).toBe(web)
    expect(webOf({ category: 'sport', autoLogin: {}, web: own }, brand)).toBe(own)
    expect(webOf({ category: 'slot', autoLogin: null, web: own }, brand)).toBe(own)
    expect(webOf({ category: 'lotto', autoLogin: null, web: null }, brand)).toBeNull()
  })
})
