import { inEachLanguage } from '@krapao/contract/languages.ts'
import type { Condition, Prize } from '@krapao/contract/slices/campaign/content.ts'
import { expect, it } from 'vitest'
import { differingLabels } from './label-amounts.ts'

const condition: Condition = {
  mode: 'balance',
  percentSuccess: 200,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
}
const credit = (amount: number): Prize => ({ kind: 'CREDIT', amount, condition })
const coins = (count: number): Prize => ({ kind: 'COIN', coins: count })
const nothing: Prize = { kind: 'NONE' }

it.each<[string, Prize, boolean]>([
  // label, prize → whether it names another amount
  ['10 baht', credit(10), false],
  ['10 baht', credit(100_000), true],
  ['10 บาท', credit(10.5), true],
  ['10.50 บาท', credit(10.5), false],
  ['๑๐ บาท', credit(10), false],
  ['໕,໐໐໐ ກີບ', credit(5000), false],
  ['5.000 ກີບ', credit(5000), false],
  ['5.000 ກີບ', credit(5), false],
  ['5 ພັນກີບ', credit(5000), false],
  ['1 ล้าน', credit(1_000_000), false],
  ['1 ล้าน', credit(100), true],
  ['10k', credit(10_000), false],
  ['10K', credit(10), true],
  ['2 × 50', credit(50), false],
  ['Jackpot', credit(500), false],
  ['10', credit(Number.NaN), false],
  ['3 coins', coins(3), false],
  ['1 coin', coins(3), true],
  ['Nothing', nothing, false],
  ['50 baht', nothing, true],
  ['0 baht', nothing, false],
  ['iPhone 17', { kind: 'ITEM' }, false],
  ['Bonus 20', { kind: 'BONUS', code: 'DAILY10' }, false],
])('%s of %j: %s', (text, prize, differs) =>
  expect(differingLabels({ label: inEachLanguage(() => text), prize })).toEqual(differs ? [text] : []),
)

it('one language is enough', () => {
  const label = { ...inEachLanguage(() => '10'), th: '๑๐๐' }
  expect(differingLabels({ label, prize: credit(10) })).toEqual(['๑๐๐'])
})
