import { readFileSync } from 'node:fs'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { conditionWords } from './condition-words.ts'

const turnover: MemberCondition = {
  mode: 'turnover',
  percent: 550,
  weights: { slot: 100, sport: 50, fishing: 10 },
  percentFail: 5,
  maxCashOut: 500,
  mayForfeit: true,
  days: 30,
}
const balance: MemberCondition = { ...turnover, mode: 'balance', percent: 200, weights: {}, maxCashOut: null }

describe.each(['th', 'la', 'en'])('in %s', (language) => {
  beforeAll(async () => {
    i18n.choose(language)
    const texts = readFileSync(`${import.meta.dirname}/texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
  })
  const say = (...rest: [MemberCondition, Parameters<typeof conditionWords>[2]]) =>
    conditionWords(i18n.t, ...rest).join('\n')

  it('a turnover says how much in all when the amount is known, and what of a stake counts', () => {
    const text = say(turnover, { currency: 'THB', amount: 50 })
    expect(text).toContain('฿275.00')
    expect(text).toContain('5.5')
    expect(text).toContain(`${i18n.t('bonus.product.sport')} 50%`)
    expect(text, 'a product that this version does not know').toContain('fishing 10%')
  })

  it('what has to be played for is rounded up, as the server does', () => {
    expect(say({ ...turnover, percent: 333 }, { currency: 'THB', amount: 0.07 })).toContain('฿0.24')
    expect(say({ ...turnover, percent: 300 }, { currency: 'LAK', amount: 100.1 }), 'whole kip').toContain(
      '₭301',
    )
  })

  it('with a deposit it promises no figure that is not known', () => {
    expect(say(turnover, { currency: 'THB', withDeposit: true })).not.toContain('฿275')
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
    expect(text).toContain(i18n.t('bonus.condition.forfeit'))
    expect(say({ ...turnover, mayForfeit: false }, { currency: 'THB' })).toContain(
      i18n.t('bonus.condition.noForfeit'),
    )
  })
})
