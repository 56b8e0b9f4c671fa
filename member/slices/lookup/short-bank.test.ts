import { plainText } from '@krapao/web/i18n/plain-text.ts'
import { expect, test } from 'vitest'
import { shortBank } from './short-bank.ts'

test.each([
  ['ธนาคารกสิกรไทย', 'กสิกรไทย'],
  ['ທະນາຄານກະສິກອນໄທ', 'ກະສິກອນໄທ'],
  ['Siam Commercial Bank', 'Siam Commercial Bank'],
  ['พร้อมเพย์', 'พร้อมเพย์'],
])('%s in short', (name, short) => {
  expect(plainText(shortBank(name))).toBe(short)
})

test.each([
  ['ธนาคารกสิกรไทย', 'ก|สิ|ก|ร|ไท|ย'],
  ['ทหารไทยธนชาต (ttb)', 'ท|หา|ร|ไท|ย|ธ|น|ชา|ต (ttb)'],
  ['ທະນາຄານກຸງໄທ', 'ກຸ|ງ|ໄທ'],
  // So long a name is several words, and breaks between them.
  ['ธนาคารการค้าต่างประเทศลาว (BCEL)', 'การค้าต่างประเทศลาว (BCEL)'],
  ['Kasikornbank', 'Kasikornbank'],
])('%s has joiners between its syllables', (name, joined) => {
  expect(shortBank(name).replaceAll('\u2060', '|')).toBe(joined)
})
