import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { conditionWords, endWords, totalWords } from './condition-words.ts'

const turnover: MemberCondition = {
  mode: 'turnover',
  percent: 550,
  basis: 'credit',
  weights: { slot: 100, sport: 50, fishing: 10 },
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: 500,
  mayForfeit: true,
  days: 30,
}
const balance: MemberCondition = { ...turnover, mode: 'balance', percent: 200, weights: {}, maxCashOut: null }

describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    i18n.choose(language)
    const texts = readFileSync(`${import.meta.dirname}/../../../web/bonus/texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
  })
  const words = (...rest: [MemberCondition, Parameters<typeof conditionWords>[2]]) =>
    conditionWords(i18n.t, ...rest)
  const say = (...rest: Parameters<typeof words>) => words(...rest).join('\n')

  it('a turnover says of what it is so many times, and what of a stake counts', () => {
    const text = say(turnover, { currency: 'THB' })
    expect(text).toContain(i18n.t('bonus.condition.turnoverAny', { times: '5.5' }))
    expect(text).toContain(`${i18n.t('bonus.product.sport')} 50%`)
    expect(text, 'a product that this version does not know').toContain('fishing 10%')
    expect(say(turnover, { currency: 'THB', withDeposit: true })).toContain(
      i18n.t('bonus.condition.turnover', { times: '5.5' }),
    )
  })

  it.each([
    [100, ({ t }: typeof i18n) => t('bonus.product.others', { percent: 100 })],
    [25, ({ t }: typeof i18n) => t('bonus.product.others', { percent: 25 })],
    [0, ({ t }: typeof i18n) => t('bonus.product.noOthers')],
  ] as const)('what others weigh is said beside the products, and alone: %d %%', (otherWeight, sentence) => {
    expect(say({ ...turnover, otherWeight }, { currency: 'THB' })).toContain(sentence(i18n))
    const alone = words({ ...turnover, weights: {}, otherWeight }, { currency: 'THB' })
    expect(alone.includes(sentence(i18n))).toBe(otherWeight < 100)
  })

  it('a bonus from before says what its percentages were of', () => {
    expect(say({ ...balance, basis: 'total' }, { currency: 'THB' })).toContain(
      i18n.t('bonus.condition.failTotal', { percent: 5 }),
    )
    expect(words(balance, { currency: 'THB', withDeposit: true })).toEqual(
      expect.arrayContaining([
        i18n.t('bonus.condition.balance', { percent: '200' }),
        i18n.t('bonus.condition.fail', { percent: 5 }),
      ]),
    )
  })

  it('a total names what of it is in transit, where there is some', () => {
    expect(totalWords(i18n.t, 'THB', 600, 0)).toBe('฿600.00')
    expect(totalWords(i18n.t, 'THB', 600, 100)).toBe(
      i18n.t('bonus.withTransit', { total: '฿600.00', inTransit: '฿100.00' }),
    )
  })

  it('a balance names its percentage, no products, and no most that there is not', () => {
    const text = say(balance, { currency: 'THB' })
    expect(text).toContain('200%')
    expect(text).not.toContain(i18n.t('bonus.product.slot'))
    expect(text).not.toContain('฿')
  })

  it('says how long, when it fails, what is kept, and whether it may be given back', () => {
    const text = say(turnover, { currency: 'THB' })
    for (const figure of ['30', '5%', '฿500.00']) expect(text).toContain(figure)
    expect(text).toContain(i18n.t('bonus.cost.cancel', { count: 30 }))
    expect(say({ ...turnover, mayForfeit: false }, { currency: 'THB' })).toContain(
      i18n.t('bonus.cost.noCancel', { count: 30 }),
    )
  })

  it('below the cost it repeats nothing of what that has said, and alone it says all of it', () => {
    const [locked, ends] = [i18n.t('bonus.condition.withdraw'), endWords(i18n.t, turnover)]
    const below = words(turnover, { currency: 'THB', belowCost: true })
    expect(below).not.toEqual(expect.arrayContaining([expect.stringContaining('30')]))
    for (const sentence of [locked, ...ends]) expect(below).not.toContain(sentence)
    expect(words(turnover, { currency: 'THB' })).toEqual([locked, ...below, ...ends])
    expect(new Set(below).size).toBe(below.length)
  })
})
