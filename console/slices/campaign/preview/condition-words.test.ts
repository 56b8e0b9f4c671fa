import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyTurnover, inMode } from '../empty-content.ts'
import { conditionWords } from './condition-words.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

it.each(['th', 'la', 'en'])('the words are those of the member app (%s)', (language) => {
  const { condition } = read(`console/slices/campaign/preview/texts.${language}.json`)
  expect(read(`member/slices/bonus/texts.${language}.json`).bonus.condition).toMatchObject(condition)
})

it('a balance is what has to be reached, not what is left when it fails', () => {
  const balance = inMode('balance', { ...emptyTurnover(), percentFail: 0 })
  expect(conditionWords(balance, { currency: 'THB', amount: 88 }, 'en')).toEqual([
    'Bring wallet and games together to 200% of what you have when it comes in.',
    'It fails when 0% or less is left of what you had when it came in.',
  ])
})

it.each([
  [{ currency: 'THB', amount: 88 }, 'Wager ฿440.00 (5× ฿88.00).'],
  [{ currency: 'THB', amount: Number.NaN }, 'Wager … (5× …).'],
  [{ currency: 'THB', withDeposit: true }, 'Wager 5× your deposit and bonus together.'],
  [{ currency: 'LAK' }, 'Wager 5× what you receive.'],
] as const)('turnover of %j', (about, text) =>
  expect(conditionWords(emptyTurnover(), about, 'en')[0]).toBe(text),
)
