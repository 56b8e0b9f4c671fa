import { latinDigits } from '@krapao/contract/digits.ts'
import { languages } from '@krapao/contract/languages.ts'
import type { CampaignContent, Prize, WheelSlice } from '@krapao/contract/slices/campaign/content.ts'

/** Slices on whose label another amount is written than they give: members and approvers read the label. */

/** Words that follow a number and multiply it. */
const multiples: Record<string, number> = {
  ...{ k: 1000, พัน: 1000, ພັນ: 1000, หมื่น: 10_000, ໝື່ນ: 10_000 },
  ...{ แสน: 100_000, ແສນ: 100_000, ล้าน: 1_000_000, ລ້ານ: 1_000_000 },
}
const number = new RegExp(`(\\d(?:[\\d.,]*\\d)?)\\s*(${Object.keys(multiples).join('|')})?`, 'giu')

/** The amounts that a number of a text may mean: a point stands before decimals or between thousands. */
function readings(text: string): number[] {
  return [...latinDigits(text).matchAll(number)].flatMap(([, digits = '', word = '']) => {
    const factor = multiples[word.toLowerCase()] ?? 1
    const plain = digits.replaceAll(',', '')
    const grouped = /^\d{1,3}(\.\d{3})+$/.test(plain) ? [plain.replaceAll('.', '')] : []
    return [plain, ...grouped].map((read) => Number(read) * factor)
  })
}

/** What a prize is in numbers; undefined: its label need not name one. */
function amountOf(prize: Prize): number | undefined {
  if (prize.kind === 'CREDIT') return prize.amount
  if (prize.kind === 'COIN') return prize.coins
  return prize.kind === 'NONE' ? 0 : undefined
}

/**
 * The labels of a slice, one for each text, that name another amount than its prize. A label without a number
 * names none, and of several numbers one is enough.
 */
export function differingLabels({ label, prize }: Pick<WheelSlice, 'label' | 'prize'>): string[] {
  const amount = amountOf(prize)
  if (amount === undefined || Number.isNaN(amount)) return []
  const texts = new Set(languages.map((language) => label[language]))
  return [...texts].filter((text) => {
    const found = readings(text)
    return found.length > 0 && !found.includes(amount)
  })
}

/** The slices of a content whose labels differ from their prizes. */
export const differingSlices = (content: CampaignContent): { slice: WheelSlice; labels: string[] }[] =>
  (content.kind === 'wheel' ? content.slices : [])
    .map((slice) => ({ slice, labels: differingLabels(slice) }))
    .filter(({ labels }) => labels.length > 0)
