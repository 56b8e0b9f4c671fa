import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { fact, factsOf, isOf, readable, wrongFacts } from './facts.ts'

const hold = {
  key: 'transfer:1',
  kind: 'transfer',
  phase: 'pending',
  meta: {
    transferId: 'tr1',
    from: 'WALLET',
    to: 'PG',
    amountMinor: 100,
    code: 'PG',
    direction: 'in',
    providerUsername: 'krapao1',
  },
} as const

it('whoever decides about money reads all facts of the kind and phase, or nothing', () => {
  expect(factsOf(hold, 'transfer', 'pending')).toEqual(hold.meta)
  const { code, ...rest } = hold.meta
  for (const wrong of [
    { ...hold, meta: rest },
    { ...hold, meta: { ...hold.meta, code: 'NEW' } },
    { ...hold, meta: { ...hold.meta, amountMinor: '100' } },
    { ...hold, kind: 'withdraw' },
    { ...hold, phase: 'posted' as const },
  ])
    expect(() => factsOf(wrong, 'transfer', 'pending')).toThrow(
      'transfer:1 has not the facts of transfer, pending',
    )
  expect(code).toBe('PG')
})

it('a fact of an earlier release beside them does no harm', () =>
  expect(
    isOf({ ...hold, meta: { ...hold.meta, claim: { key: 'k', holder: 'h' } } }, 'transfer', 'pending'),
  ).toBe(true))

it('what is only shown is read fact by fact', () => {
  const meta = { fromBank: 'KBANK', slipId: 7, reference: 'FT1', further: true }
  expect(readable('deposit', 'single', meta)).toEqual({ fromBank: 'KBANK', reference: 'FT1' })
})

it.each([
  ['a hold', hold, undefined],
  ['a reversal', { kind: 'reverse', phase: 'single', meta: {} }, undefined],
  ['a hold without its game', { ...hold, meta: {} }, 'lacks facts of transfer, pending'],
  [
    'a kind of nobody',
    { kind: 'gift', phase: 'single', meta: {} },
    'is of a kind that nobody reads: gift, single',
  ],
])('the proof of the books: %s', (_, journal, wrong) => expect(wrongFacts(journal)).toBe(wrong))

test('SQL of other parts names facts by `fact` only, which is compiled against the kinds', () => {
  expect(fact('transfer', 'pending', 'code', 'h')).toBe("h.meta->>'code'")
  const server = join(import.meta.dirname, '..')
  const files = globSync('{slices,outside,desk,app}/**/*.ts', { cwd: server }).filter(
    (file) => !file.includes('test'),
  )
  expect(files.length).toBeGreaterThan(300)
  const naming = files.filter((file) => /\bmeta\s*->/.test(readFileSync(join(server, file), 'utf8')))
  expect(naming).toEqual([])
})
