import { describe, expect, it } from 'vitest'
import { inEachLanguage, languages } from '../../languages.ts'
import type { CampaignContent, Condition, ContentOf, WheelSlice } from './content.ts'
import { type Draft, problemsOf } from './problems.ts'

const now = new Date('2026-03-10T05:00:00Z')
const words = { ...inEachLanguage(() => 'a'), th: 'ก', la: 'ກ' }
const html = { ...inEachLanguage(() => '<p>a</p>'), th: '<p>ก</p>', la: '<p>ກ</p>' }
const noWords = inEachLanguage(() => '')
const turnover: Condition = {
  mode: 'turnover',
  multiplePercent: 500,
  weights: { slot: 100, sport: 50 },
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
}
const balance: Condition = {
  mode: 'balance',
  percentSuccess: 200,
  percentFail: 5,
  maxCashOut: 5000,
  mayForfeit: false,
  days: 30,
}
const bonus: ContentOf<'bonus'> = {
  kind: 'bonus',
  currency: 'THB',
  title: words,
  description: html,
  banners: [{ image: `${'a'.repeat(32)}.webp`, html: noWords }],
  type: 'day',
  maxReceived: 1,
  credit: { kind: 'deposit', minDeposit: 100, percent: 20, maxBonus: 500 },
  budget: null,
  maxTotal: 0,
  condition: turnover,
}
const promotion: ContentOf<'promotion'> = {
  kind: 'promotion',
  currency: 'THB',
  title: words,
  description: html,
  amount: 50,
  uses: 100,
  usesPerDay: null,
  condition: balance,
}
const refund: ContentOf<'refund'> = {
  kind: 'refund',
  currency: 'LAK',
  percent: 5,
  min: 1000,
  max: 100_000,
  banners: [],
  info: html,
  condition: balance,
}
const slice = (code: string, more: Partial<WheelSlice> = {}): WheelSlice => ({
  code,
  label: words,
  bgColor: '#1f1b4d',
  textColor: '#ffffff',
  htmlDescription: noWords,
  weight: 1,
  stock: null,
  prize: { kind: 'NONE' },
  ...more,
})
const wheel: ContentOf<'wheel'> = {
  kind: 'wheel',
  currency: 'THB',
  name: words,
  description: html,
  slices: [slice('NONE'), slice('C50', { stock: 3, prize: { kind: 'COIN', coins: 1 } })],
  fallback: 'NONE',
  couponDays: 30,
}

/** What is wrong, as "field PROBLEM bound". */
const wrongIn = (content: CampaignContent, more: Partial<Draft> = {}): string[] => {
  const code = content.kind === 'bonus' || content.kind === 'promotion' ? 'WELCOME' : content.currency
  return problemsOf({ kind: content.kind, code, content, startsAt: null, endsAt: null, ...more }, now).map(
    ({ field, problem, bound }) => [field, problem, bound].filter((part) => part !== undefined).join(' '),
  )
}

describe('what is right', () => {
  it.each([bonus, promotion, refund, { ...refund, kind: 'invite' as const }, wheel])('$kind', (content) =>
    expect(wrongIn(content)).toEqual([]),
  )
  it('free credit, with a budget', () =>
    expect(wrongIn({ ...bonus, credit: { kind: 'free', amount: 0.01 }, budget: 1000 })).toEqual([]))
  it('a beginning and an end', () =>
    expect(wrongIn(bonus, { startsAt: '2026-03-01T00:00:00Z', endsAt: '2026-03-10T05:00:01Z' })).toEqual([]))
})

const condition = (change: Partial<typeof turnover>): CampaignContent => ({
  ...bonus,
  condition: { ...turnover, ...change } as Condition,
})
const success = (percentSuccess: number): CampaignContent => ({
  ...promotion,
  condition: { ...balance, percentSuccess } as Condition,
})
const slices = (...given: WheelSlice[]): CampaignContent => ({ ...wheel, slices: given, fallback: 'A' })

describe('what is wrong', () => {
  it.each<[string, CampaignContent, string[]]>([
    ['a text is missing', { ...bonus, title: { ...words, la: ' ' } }, ['content/title/la TEXT_MISSING']],
    [
      'HTML without a letter',
      { ...bonus, description: { ...html, en: '<p> <br />&nbsp;</p>' } },
      ['content/description/en TEXT_MISSING'],
    ],
    [
      'words beside a picture in one language only',
      { ...bonus, banners: [{ image: 'x.webp', html: { ...noWords, th: 'ก' } }] },
      languages
        .filter((language) => language !== 'th')
        .map((language) => `content/banners/0/html/${language} TEXT_MISSING`),
    ],
    [
      'no picture',
      { ...bonus, banners: [{ image: '', html: noWords }] },
      ['content/banners/0/image NO_PICTURE'],
    ],
    ['never received', { ...bonus, maxReceived: 0 }, ['content/maxReceived BELOW_MIN 1']],
    ['no number', { ...bonus, maxReceived: Number.NaN }, ['content/maxReceived NUMBER']],
    [
      'amounts of nothing',
      { ...bonus, credit: { kind: 'deposit', minDeposit: 0, percent: 0, maxBonus: 0 } },
      [
        'content/credit/minDeposit BELOW_MIN 0.01',
        'content/credit/percent BELOW_MIN 0.01',
        'content/credit/maxBonus BELOW_MIN 0.01',
      ],
    ],
    ['an amount of three decimals', { ...bonus, maxTotal: 1.005 }, ['content/maxTotal NUMBER']],
    ['a negative amount', { ...promotion, amount: -1 }, ['content/amount NUMBER']],
    ['an empty budget', { ...bonus, budget: 0 }, ['content/budget BELOW_MIN 0.01']],
    [
      'free credit of nothing',
      { ...bonus, credit: { kind: 'free', amount: 0 } },
      ['content/credit/amount BELOW_MIN 0.01'],
    ],
    [
      'turnover of less than once',
      condition({ multiplePercent: 99 }),
      ['content/condition/multiplePercent BELOW_MIN 100'],
    ],
    [
      'more of a stake than all',
      condition({ weights: { slot: 101 } } as never),
      ['content/condition/weights/slot ABOVE_MAX 100'],
    ],
    [
      'failed before it began',
      condition({ percentFail: 100 }),
      ['content/condition/percentFail ABOVE_MAX 99.99'],
    ],
    ['no day', condition({ days: 0 }), ['content/condition/days BELOW_MIN 1']],
    ['nothing may be kept', condition({ maxCashOut: 0 }), ['content/condition/maxCashOut BELOW_MIN 0.01']],
    ['met at once', success(100), ['content/condition/percentSuccess BELOW_MIN 100.01']],
    ['no use', { ...promotion, uses: 0 }, ['content/uses BELOW_MIN 1']],
    ['more uses a day than in all', { ...promotion, usesPerDay: 101 }, ['content/usesPerDay ABOVE_MAX 100']],
    ['more than the whole loss', { ...refund, percent: 101 }, ['content/percent ABOVE_MAX 100']],
    ['min above max', { ...refund, min: 100_001 }, ['content/min MIN_ABOVE_MAX']],
    ['one slice', slices(slice('A')), ['content/slices NO_SLICES']],
    ['a slice twice', slices(slice('A'), slice('A')), ['content/slices/1/code CODE_TWICE']],
    ['no weight', slices(slice('A'), slice('B', { weight: 0 })), ['content/slices/1/weight BELOW_MIN 1']],
    ['no fallback', slices(slice('B'), slice('C')), ['content/fallback NO_FALLBACK']],
    [
      'a fallback that runs out',
      slices(slice('A', { stock: 1000 }), slice('B')),
      ['content/fallback FALLBACK_STOCK'],
    ],
    [
      'a fallback whose budget may be gone',
      slices(slice('A', { prize: { kind: 'BONUS', code: 'WELCOME' } }), slice('B')),
      ['content/fallback FALLBACK_BONUS'],
    ],
    [
      'prizes',
      slices(
        slice('A'),
        slice('B', { prize: { kind: 'COIN', coins: 0 } }),
        slice('C', { prize: { kind: 'BONUS', code: 'x' } }),
        slice('D', { prize: { kind: 'CREDIT', amount: 0, condition: { ...balance, days: 400 } } }),
      ),
      [
        'content/slices/1/prize/coins BELOW_MIN 1',
        'content/slices/2/prize/code CODE',
        'content/slices/3/prize/amount BELOW_MIN 0.01',
        'content/slices/3/prize/condition/days ABOVE_MAX 365',
      ],
    ],
    ['coupons that last no day', { ...wheel, couponDays: 0 }, ['content/couponDays BELOW_MIN 1']],
  ])('%s', (_what, content, expected) => expect(wrongIn(content)).toEqual(expected))

  it.each(['welcome', 'A', '', 'A B', '-A', 'A'.repeat(21)])('the code %j', (code) =>
    expect(wrongIn(bonus, { code })).toEqual(['code CODE']),
  )
  it('another code than the currency where there is one per currency', () => {
    for (const content of [refund, wheel]) expect(wrongIn(content, { code: 'OTHER' })).toEqual(['code CODE'])
  })
  it.each([
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z', ['endsAt ENDS_BEFORE_START']],
    [null, '2026-03-10T05:00:00Z', ['endsAt ENDS_IN_PAST']],
  ])('from %s to %s', (startsAt, endsAt, expected) =>
    expect(wrongIn(bonus, { startsAt, endsAt })).toEqual(expected),
  )
})
