import { readFileSync } from 'node:fs'
import type { Exposure } from '@krapao/contract/slices/campaign/cost.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { approveWords, exposureWords } from './exposure-words.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

const exposure = (
  inAll: number | null,
  member: Exposure['member'],
  spin: Exposure['spin'] = null,
): Exposure => ({ inAll, member, spin })

const code = exposure(500_000_000, { amount: 50_000, per: 'once' })
const cashback = exposure(null, { amount: 300, per: 'day' })
const wheel = exposure(null, { amount: 500, per: 'spin' }, { cost: 17.16, percent: 17.16 })
const endless = exposure(null, null, { cost: null, percent: null })
const free = exposure(1200, { amount: 500, per: 'spin' }, { cost: 5, percent: null })

describe.each([
  [
    'en',
    [
      [
        code,
        'At most ฿500,000,000.00 in all, ฿50,000.00 a member',
        'Approve, at most ฿500,000,000.00 in all',
      ],
      [cashback, 'No limit in all, ฿300.00 a member each day', 'Approve, no limit in all'],
      [
        wheel,
        'No limit in all, ฿500.00 at most in one spin. A spin costs ฿17.16 on average, 17.16 % of a coin’s price',
        'Approve, ฿17.16 a spin on average',
      ],
      [
        endless,
        'No limit in all. Spins bring back a coin or more on average, so their cost has no end',
        'Approve, no limit in all',
      ],
      [
        free,
        'At most ฿1,200.00 in all, ฿500.00 at most in one spin. A spin costs ฿5.00 on average',
        'Approve, at most ฿1,200.00 in all',
      ],
    ],
  ],
  [
    'th',
    [
      [code, 'รวมทั้งหมดไม่เกิน ฿500,000,000.00 คนละไม่เกิน ฿50,000.00', 'อนุมัติ รวมไม่เกิน ฿500,000,000.00'],
      [
        wheel,
        'ไม่จำกัดยอดรวม หมุนครั้งละไม่เกิน ฿500.00. หมุนครั้งหนึ่งมีต้นทุนเฉลี่ย ฿17.16 คิดเป็น 17.16 % ของราคาเหรียญ',
        'อนุมัติ เฉลี่ย ฿17.16 ต่อการหมุน',
      ],
    ],
  ],
  [
    'la',
    [
      [code, 'ລວມທັງໝົດບໍ່ເກີນ ฿500,000,000.00 ຄົນລະບໍ່ເກີນ ฿50,000.00', 'ອະນຸມັດ ລວມບໍ່ເກີນ ฿500,000,000.00'],
      [
        wheel,
        'ບໍ່ຈຳກັດຍອດລວມ ໝຸນຄັ້ງລະບໍ່ເກີນ ฿500.00. ໝຸນຄັ້ງໜຶ່ງມີຕົ້ນທຶນສະເລ່ຍ ฿17.16 ຄິດເປັນ 17.16 % ຂອງລາຄາຫຼຽນ',
        'ອະນຸມັດ ສະເລ່ຍ ฿17.16 ຕໍ່ການໝຸນ',
      ],
    ],
  ],
] satisfies [string, [Exposure, string, string][]][])('in %s', (language, cases) => {
  beforeAll(() => {
    const texts = readFileSync(`${import.meta.dirname}/../slices/campaign/texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
    i18n.choose(language)
  })

  it.each(cases)('%j', (given, words, button) => {
    expect(exposureWords(given, 'THB').join('. ')).toBe(words)
    expect(approveWords(given, 'THB')).toBe(button)
  })
})
