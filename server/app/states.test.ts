import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@krapao/contract/endpoint.ts'
import * as contract from '@krapao/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'

/** Words of states are written as docs/glossary.md says: in capitals, but for the sets that it names. */

const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8')
const small = [...glossary.matchAll(/^\| [\w ]+ \| ((?:`[a-z-]+` ?)+)\|$/gm)].map(([, words = '']) =>
  [...words.matchAll(/`([a-z-]+)`/g)].map(([, word = '']) => word),
)

/** Whether a set is in capitals, or is a part of one set in small letters that the glossary names. */
const isInStyle = (words: string[]): boolean =>
  words.every((word) => /^[A-Z][A-Z_]*$/.test(word)) ||
  small.some((set) => words.every((word) => set.includes(word)))

test('sets of states are told apart by their letters', () => {
  expect(small.length).toBeGreaterThan(5)
  expect(isInStyle(['PENDING', 'SUCCESS'])).toBe(true)
  expect(isInStyle(['waiting', 'returning'])).toBe(true)
  expect(isInStyle(['PENDING', 'waiting'])).toBe(false)
  expect(isInStyle(['waiting', 'posted'])).toBe(false)
})

test('states that are stored', async () => {
  const database = await testDatabase('postgres', { max: 1 })
  const checks = await database.query<{ name: string; text: string }>(
    `select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) as text
     from pg_constraint where contype = 'c' order by 1`,
  )
  await database.drop()
  const sets = checks.flatMap(({ name, text }) =>
    [...text.matchAll(/\((?:state|status|phase|step) = ANY \(ARRAY\[([^\]]*)\]/g)].map(([, list = '']) => ({
      name,
      words: [...list.matchAll(/'([^']*)'/g)].map(([, word = '']) => word),
    })),
  )
  expect(sets.length).toBeGreaterThan(15)
  expect(sets.filter(({ words }) => !isInStyle(words))).toEqual([])
})

interface Schema {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  [field: string]: unknown
}

/** Words that a schema admits, as far as it lists them. */
const wordsOf = ({ const: literal, enum: some, anyOf }: Schema): string[] =>
  [literal, ...(some ?? []), ...(anyOf ?? []).flatMap(wordsOf)].filter((word) => typeof word === 'string')

/** Every set of states in a schema, wherever it stands. */
function statesIn(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as Schema
  const own = Object.entries(properties).flatMap(([name, inner]) =>
    /^(state|status|phase)$/.test(name) ? [wordsOf(inner)] : [],
  )
  return [...own, ...Object.values(schema).flatMap(statesIn)].filter((words) => words.length > 0)
}

test('states that are sent', () => {
  const found = (Object.values(contract) as Endpoint[]).flatMap((endpoint) =>
    statesIn(endpoint).map((words) => ({ path: `${endpoint.method} ${endpoint.path}`, words })),
  )
  expect(found.length).toBeGreaterThan(30)
  expect(found.filter(({ words }) => !isInStyle(words))).toEqual([])
})
