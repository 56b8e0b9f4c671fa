import { laoTitles, thaiTitles } from '@krapao/contract/name-titles.ts'
import { styleOf } from './slip-banks.ts'

/**
 * A customer's name as a bank has it in its books: with a title or rank that nobody registered with us, and
 * as its clerk typed it. It follows from the bank and the name, so that a person is printed alike each time.
 * An English name without a title stays as it is.
 */
export function printedName(bank: string, name: string): string {
  const choice = [...(bank + name)].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0)
  const titles = titlesIn(name)
  if (!titles)
    return styleOf(bank).titleBehind ? name.replace(/^((?:MRS|MISS|MR|MS)\.?) (.+)$/, '$2 $1') : name
  const title = titles.known.some((known) => name.startsWith(known))
    ? ''
    : titles.added[choice % titles.added.length]
  return `${title}${Math.floor(choice / 4) % 2 === 0 ? name : asTyped(name)}`
}

function titlesIn(name: string): { known: string[]; added: readonly string[] } | undefined {
  const listed = ({ words, short }: typeof thaiTitles) => `${words} ${short}`.trim().split(/\s+/)
  if (/^\p{Script=Thai}/u.test(name))
    return { known: listed(thaiTitles), added: ['', 'คุณ', 'ร.ต.อ.', 'ว่าที่ ร.ต. '] }
  if (/^\p{Script=Lao}/u.test(name)) return { known: listed(laoTitles), added: ['', 'ທ່ານ ', 'ພ.ຕ. '] }
  return undefined
}

/**
 * A Thai or Lao name as some type it: am in two signs, the tone before the vowel, ์ before it, แ as two เ.
 */
export const asTyped = (name: string): string =>
  name
    .replace(/([่-๋]?)ำ/g, '\u0e4d$1\u0e32')
    .replace(/([່-໋]?)ຳ/g, '\u0ecd$1\u0eb2')
    .replace(/([ิ-ู])([่-๋])/g, '$2$1')
    .replace(/([ິ-ູ])([່-໋])/g, '$2$1')
    .replace(/([ุู])์/g, '์$1')
    .replaceAll('แ', 'เเ')
    .replaceAll('ແ', 'ເເ')
    .replaceAll('ໝ', 'ຫມ')
