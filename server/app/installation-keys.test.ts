import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { claimInstallation } from './installation.ts'
import { claimKeys, derivedFrom, endChange, isReplaced, type Keys, readChange } from './installation-keys.ts'

/**
 * With which keys a server starts, and goes on, while the key of an installation is changed (decision 57).
 */

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('postgres')
  await claimInstallation(database, false)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.query('update installation set key_fingerprint = null; delete from installation_keys')
})

const keyOf = { A: '1a'.repeat(32), B: '2b'.repeat(32), C: '3c'.repeat(32), D: '4d'.repeat(32) }
type Name = keyof typeof keyOf
const fingerprintOf = (name: Name) => derivedFrom(keyOf[name], 'fingerprint')

/** `AB`: CREDENTIAL_KEY is A, CREDENTIAL_KEY_OLD is B. */
const keys = (names: string): Keys => [...names].map((name) => keyOf[name as Name]) as unknown as Keys
const start = (names: string) => claimKeys(database, keys(names))
const reseal = async (names: string) => endChange(database, await readChange(database, keys(names)))
const said = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'OK',
    (error: Error) => error.message,
  )

describe('nodes start', () => {
  it.each([
    ['with the first key', [], 'A', 'OK'],
    ['with the first key again', ['A'], 'A', 'OK'],
    ['with another key', ['A'], 'B', /CREDENTIAL_KEY is another key.*docs\/operating\.md/s],
    ['with another key and one that is none', ['A'], 'BC', /CREDENTIAL_KEY is another key/],
    ['for the first time with an old key', [], 'AB', /CREDENTIAL_KEY_OLD is set.*Remove it/s],
    // The new key seals before every node opens it.
    ['with the new key at once', ['A'], 'BA', /the other nodes do not open.*the other way round/s],
    ['with a key that was not announced', ['A', 'AC'], 'BA', /OLD \w{16} instead/],
    ['with a key that a node has not yet', ['A', 'AB', 'A'], 'BA', /the other nodes do not open/],
    // Roll 1: every node opens the new one. One that was not restarted yet may start again.
    ['when the new key is announced', ['A', 'AB'], 'AB', 'OK'],
    ['without the announced key', ['A', 'AB'], 'A', 'OK'],
    ['with another announced key', ['A', 'AB'], 'AC', 'OK'],
    // Roll 2: both kinds of nodes run side by side.
    ['with the announced key', ['A', 'AB'], 'BA', 'OK'],
    ['with the announced key as the second node', ['A', 'AB', 'BA'], 'BA', 'OK'],
    ['not switched yet', ['A', 'AB', 'BA'], 'AB', 'OK'],
    ['with the old key only', ['A', 'AB', 'BA'], 'A', /is being replaced: set CREDENTIAL_KEY to the one/],
    ['with the old key and a wrong one', ['A', 'AB', 'BA'], 'AC', /is being replaced/],
    ['without the old key too early', ['A', 'AB', 'BA'], 'B', /CREDENTIAL_KEY_OLD is not set.*keys:reseal/],
    ['with a wrong old key', ['A', 'AB', 'BA'], 'BC', /CREDENTIAL_KEY_OLD is the key with the fingerprint/],
    ['with a third change', ['A', 'AB', 'BA'], 'CB', /CREDENTIAL_KEY is another key/],
    // After keys:reseal.
    ['with the old key still set', ['A', 'AB', 'BA', 'reseal BA'], 'BA', 'OK'],
    ['with the new key only', ['A', 'AB', 'BA', 'reseal BA'], 'B', 'OK'],
    ['with the key that is gone', ['A', 'AB', 'BA', 'reseal BA'], 'A', /was replaced: set the one/],
    ['sealing with the key that is gone', ['A', 'AB', 'BA', 'reseal BA'], 'AB', /was replaced: set the one/],
    [
      'as if the key that is gone were the next',
      ['A', 'AB', 'BA', 'reseal BA', 'BA'],
      'AB',
      /was replaced: set the one/,
    ],
    ['for the next change', ['A', 'AB', 'BA', 'reseal BA', 'B', 'BC'], 'CB', 'OK'],
    // Back, in the middle.
    ['back, when everything is sealed by the first again', ['A', 'AB', 'BA', 'AB', 'reseal AB'], 'A', 'OK'],
    ['forth, after it went back', ['A', 'AB', 'BA', 'AB', 'reseal AB'], 'BA', /was replaced/],
  ] as const)('%s', async (_, before, last, expected) => {
    for (const step of before)
      await (step.startsWith('reseal ') ? reseal(step.slice('reseal '.length)) : start(step))
    const outcome = await said(start(last))
    expect(outcome).toMatch(expected === 'OK' ? /^OK$/ : expected)
    for (const key of Object.values(keyOf)) expect(outcome).not.toContain(key)
  })

  test('at once with two keys: one of them is the installation’s', async () => {
    const outcomes = await Promise.all(['A', 'B', 'A', 'B'].map((letters) => said(start(letters))))
    const isOk = outcomes.map((outcome) => outcome === 'OK')
    expect([isOk[0], isOk[1]].sort()).toEqual([false, true])
    expect(isOk.slice(2)).toEqual(isOk.slice(0, 2))
  })

  test('at once with the announced key, and the change is begun once', async () => {
    await start('A')
    await start('AB')
    expect(await Promise.all(['BA', 'AB', 'BA', 'AB'].map((letters) => said(start(letters))))).toEqual(
      Array(4).fill('OK'),
    )
    expect(await database.query('select key_fingerprint from installation')).toEqual([
      { key_fingerprint: fingerprintOf('B') },
    ])
  })
})

test('a running node notices that its keys fit no more', async () => {
  const notices = async () => {
    const outcomes = await Promise.all(
      ['A', 'AB', 'BA', 'B'].map(async (letters) =>
        (await isReplaced(database, keys(letters))) ? [] : [letters],
      ),
    )
    return outcomes.flat().join(' ')
  }
  await start('A')
  expect(await notices()).toBe('A AB')
  await start('AB')
  expect(await notices()).toBe('A AB')
  await start('BA')
  expect(await notices()).toBe('AB BA')
  await reseal('BA')
  expect(await notices()).toBe('BA B')
})

describe('keys:reseal', () => {
  it.each([
    ['before the first start', [], 'A', /start the server first/],
    ['with one key', ['A'], 'A', 'OK'],
    ['with the keys of the first roll', ['A', 'AB'], 'AB', /still seals with the key \w{16}\. First start/],
    ['with the new key before the second roll', ['A', 'AB'], 'BA', /the other nodes do not open/],
    ['in the change', ['A', 'AB', 'BA'], 'BA', 'OK'],
    ['with a wrong old key', ['A', 'AB', 'BA'], 'BC', /CREDENTIAL_KEY_OLD is the key with/],
    ['twice', ['A', 'AB', 'BA', 'reseal BA'], 'BA', 'OK'],
  ] as const)('%s', async (_, before, last, expected) => {
    for (const step of before)
      await (step.startsWith('reseal ') ? reseal(step.slice('reseal '.length)) : start(step))
    expect(await said(readChange(database, keys(last)))).toMatch(expected === 'OK' ? /^OK$/ : expected)
  })

  test('that ends late leaves the next change alone', async () => {
    await start('A')
    await start('AB')
    await start('BA')
    const late = await readChange(database, keys('BA'))
    await reseal('BA')
    await start('BC')
    await start('CB')
    await endChange(database, late)
    expect(await said(start('C'))).toMatch(/CREDENTIAL_KEY_OLD is not set/)
    expect(await said(start('CB'))).toBe('OK')
  })
})

test('names a channel for live updates that another key does not name', () => {
  expect(derivedFrom(keyOf.A, 'live')).not.toBe(derivedFrom(keyOf.B, 'live'))
  expect(derivedFrom(keyOf.A, 'live')).not.toBe(fingerprintOf('A'))
  expect(derivedFrom(keyOf.A, 'fingerprint')).toBe(derivedFrom(keyOf.A.toUpperCase(), 'fingerprint'))
})
