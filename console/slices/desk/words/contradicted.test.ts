import type { ReasonCode } from '@krapao/contract/slices/desk/reason-codes.ts'
import { describe, expect, it } from 'vitest'
import type { Evidence, Item } from '../queries.ts'
import en from '../texts.en.json' with { type: 'json' }
import la from '../texts.la.json' with { type: 'json' }
import th from '../texts.th.json' with { type: 'json' }
import { type Contradiction, contradictionOf, contradictions } from './contradicted.ts'

const member = {
  _id: 'a',
  name: 'Somying',
  username: '0812345678',
  bankCode: 'KBANK',
  bankAccountName: 'SOMYING JAIDEE',
  bankAccountNo: '1234567890',
}
const item = (queue: Item['queue'], fromName = 'SOMYING JAIDEE') =>
  ({ queue, evidence: [{ label: 'fromName', value: fromName }], member }) as Item
const signed = (...signs: string[]) =>
  ({ origin: { signs: signs.map((sign) => ({ sign })) } }) as unknown as Evidence

describe('a usual reason against the evidence', () => {
  it.each<[ReasonCode, Item, Evidence | undefined, Contradiction | undefined]>([
    ['NAME_FITS', item('bank-transfer'), {}, undefined],
    ['NAME_FITS', item('bank-transfer', 'PRASERT KONDEE'), {}, 'differs'],
    ['MEMBER_CONFIRMED', item('bank-transfer', 'PRASERT KONDEE'), {}, undefined],
    ['SEEN_AT_BANK', item('slip'), { reports: [] }, 'noReport'],
    ['SEEN_AT_BANK', item('slip'), { reports: [{}] } as Evidence, undefined],
    ['SEEN_AT_BANK', item('payout'), { reports: [] }, undefined],
    ['SEEN_AT_BANK', item('slip'), undefined, undefined],
    ['SLIP_SHOWN', item('bank-transfer'), { slips: [] }, 'noSlip'],
    ['PLAY_CHECKED', item('withdrawal'), signed('NOT_PLAYED'), 'notPlayed'],
    ['PLAY_CHECKED', item('withdrawal'), signed('NO_DEPOSIT', 'NEW_MEMBER'), 'notPlayed'],
    ['PLAY_CHECKED', item('withdrawal'), signed('BONUS_MONEY'), undefined],
    ['KNOWN_MEMBER', item('withdrawal'), signed('NEW_MEMBER'), 'isNew'],
    ['KNOWN_MEMBER', item('withdrawal'), signed(), undefined],
    ['OTHER_SIDE_CONFIRMED', item('bet-review'), {}, undefined],
    [
      'OTHER_SIDE_CONFIRMED',
      { ...item('bet-review'), evidence: [{ label: 'otherAt', value: 'then' }] },
      {},
      'otherwise',
    ],
  ])('%s', (code, of, known, expected) => {
    expect(contradictionOf(code, { item: of, member, known })).toBe(expected)
  })

  it.each(contradictions)('%s has a text in each language', (key) => {
    for (const texts of [th, la, en]) expect(texts.desk.contradicts[key]).toMatch(/\S{3}/)
  })
})
