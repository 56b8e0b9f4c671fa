import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byDepth } from '../server/testing/depth.ts'
import { compareNames, mayBeOneName } from './name-comparison.ts'
import { laoTitles, latinTitles, thaiTitles } from './name-titles.ts'

/** Compares a name that a bank shows with a registered one (rules.md §2, §5.1, §5.2). */

describe('names', () => {
  test.each([
    ['SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['somchai  jaidee ', 'SOMCHAI JAIDEE', 'same'],
    ['MR SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['MR. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['MRS.SOMYING JAIDEE', 'MS SOMYING JAIDEE', 'same'],
    ['MSOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI J***', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI J', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI J.', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI J…', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI JXXXX', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI J***', 'SOMCHAI NARAK', 'different'],
    ['SOMCHAI', 'SOMCHAI JAIDEE', 'unclear'],
    ['SOMCHAI ***', 'SOMCHAI JAIDEE', 'unclear'],
    ['SOM*** J***', 'SOMCHAI JAIDEE', 'unclear'],
    ['SUM*** J***', 'SOMCHAI JAIDEE', 'different'],
    ['SOM JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI NA A', 'SOMCHAI NA AYUDHAYA', 'same'],
    ['SOMCHAI JAIDEEWONG', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI JAIDEE EXTRA', 'SOMCHAI JAIDEE', 'different'],
    // What stands behind an initial counts, too.
    ['JOHN A SMITH', 'JOHN A SMITH', 'same'],
    ['JOHN A. S***', 'JOHN ALAN SMITH', 'same'],
    ['JOHN A SMITH', 'JOHN A DOE', 'different'],
    ['JOHN A SMITH 2', 'JOHN A SMITH', 'unclear'],
    ['กิตติ ณ อ', 'กิตติ ณ อยุธยา', 'same'],
    ['กิตติ ณ สงขลา', 'กิตติ ณ อยุธยา', 'different'],
    ['SOMCHAI JAIDEE', 'SOMCHAI', 'unclear'],
    ['SOMCHAI JAIDEE', 'SOMCHAI J', 'unclear'],
    ['SOMCHAI JAIDEE', 'S JAIDEE', 'unclear'],
    ['S J', 'SOMCHAI JAIDEE', 'unclear'],
    ['S JAIDEE', 'WIPA JAIDEE', 'different'],
    // A name that ends at the length of the bank's field.
    ['SOMCHAIY', 'SOMCHAIYAPORN JAIDEE', 'unclear'],
    ['SOMCHAIJAIDEE', 'SOMCHAI JAIDEE', 'unclear'],
    ['JAIDEE SOMCHAI', 'SOMCHAI JAIDEE', 'unclear'],
    ['JAIDEE, SOMCHAI', 'SOMCHAI JAIDEE', 'unclear'],
    ['WIPA JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['SOM\u200bCHAI\u2060 JAIDEE', 'SOMCHAI JAI\u00adDEE', 'same'],
    ['นายสมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['นาย สมชาย ใ***', 'สมชาย ใจดี', 'same'],
    ['นางสาวสมหญิง ใจดี', 'นาง สมหญิง ใจดี', 'same'],
    ['น.ส.สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['สมหญิง ใจดี', 'สมชาย ใจดี', 'different'],
    // Names that begin like a title.
    ['นายิกา ใจดี', 'นาย นายิกา ใจดี', 'same'],
    ['นางาม สุข', 'งาม สุข', 'different'],
    ['นางนางนวล สุข', 'นางนวล สุข', 'same'],
    ['คุณากร สุข', 'คุณคุณากร สุข', 'same'],
    ['อำนาจ ใจดี', 'อํานาจ ใจดี', 'same'],
    ['ທ້າວ ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວວິໄລ', 'same'],
    ['ນາງສາວ ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວວິໄລ', 'same'],
    ['ນາງສາວບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວວິໄລ', 'same'],
    ['นส.สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['คุณสมหญิง ใจดี', 'น.ส. สมหญิง ใจดี', 'same'],
    ['SOMCHAI JAIDEE', 'สมชาย ใจดี', 'unclear'],
    ['ບຸນມີ ແກ້ວ', 'บุญมี แก้ว', 'unclear'],
    ['สมชาย JAIDEE', 'สมชาย ใจดี', 'unclear'],
    ['สมชาย JAIDEE', 'สมชาย JAIDEE', 'same'],
    // One letter is Cyrillic.
    ['SОMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'unclear'],
    ['', 'SOMCHAI JAIDEE', 'unclear'],
    ['SOMCHAI JAIDEE', '', 'unclear'],
    ['***', 'SOMCHAI JAIDEE', 'unclear'],
    ['.', 'SOMCHAI JAIDEE', 'unclear'],
    ['1234', 'SOMCHAI JAIDEE', 'unclear'],
    ['MR.', 'SOMCHAI JAIDEE', 'unclear'],
    ['', '', 'unclear'],
    ['***', '***', 'unclear'],
  ])('“%s” for %s: %s', (reported, own, agreement) => expect(compareNames(reported, own)).toBe(agreement))

  test.each([
    ['SOMCHAI J', 'SOMCHAI JAIDEE', true],
    ['SOMCHAI JAIDEEWONG', 'SOMCHAI JAIDEE', true],
    ['SOM', 'SOMCHAI J', true],
    ['SOM*** J***', 'SOMCH JA', true],
    ['สมชาย', 'SOMCHAI', true],
    ['', 'SOMCHAI', true],
    ['WIPA S', 'SOMCHAI JAIDEE', false],
    ['SOMCHAI N', 'SOMCHAI JAIDEE', false],
  ])('“%s” and %s may be one person’s: %s', (name, other, expected) => {
    expect(mayBeOneName(name, other)).toBe(expected)
    expect(mayBeOneName(other, name)).toBe(expected)
  })
})

describe('titles and ranks', () => {
  test.each([
    // Police, army, navy, air force.
    ['พ.ต.ท. สมชาย ใจดี', 'พ.ต.ท. สมชาย ใจดี', 'same'],
    ['พ.ต.ท. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พ.ต.ท.สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พ.ต.ท.สมชาย ใ', 'สมชาย ใจดี', 'same'],
    ['พ. ต. ท. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พ.ต.ท สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พตท สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พตท.สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ร.ต.อ.สมชาย ใจดี', 'ร.ต.อ. สมชาย ใจดี', 'same'],
    ['ร.ต.อ.สมชาย ใจดี', 'พันตำรวจตรี สมชาย ใจดี', 'same'],
    ['ร.ต.อ.หญิง สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['ร.ต.อ. (หญิง) สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['ส.ต.ต. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['จ.ส.อ. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['จ่าสิบเอกสมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พลฯ สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พล.ร.อ. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['น.ท.สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พ.อ.อ.สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['เรืออากาศโท สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ว่าที่ ร.ต. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ว่าที่ ร.ต.สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ว่าที่ร้อยตรี สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ว่าที่ร้อยตรีหญิง สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    // Royal, monks, doctors, children, several at once.
    ['ม.ล. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ม.ร.ว.สมชาย ใจดี', 'หม่อมราชวงศ์ สมชาย ใจดี', 'same'],
    ['หม่อมหลวงสมชาย ณ อยุธยา', 'ม.ล. สมชาย ณ อยุธยา', 'same'],
    ['พระ สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พระมหาสมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['นพ. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พญ.สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['ทพ.สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ผศ.ดร.สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['พล.ต.ต. ดร. สมชาย ใจดี', 'นาย สมชาย ใจดี', 'same'],
    ['ศ. นพ. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ด.ช. สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['เด็กชาย สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['เด็กหญิงสมหญิง ใจดี', 'ด.ญ. สมหญิง ใจดี', 'same'],
    ['นส สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['น. ส. สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    // A rank that no table has.
    ['ก.ข.ค.สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['ผบก. สมชาย ใจดี', 'สมชาย ใจดี', 'unclear'],
    // Lao.
    ['ພ.ຕ. ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວ', 'same'],
    ['ພ.ຕ.ບຸນມີ ແກ້ວ', 'ທ້າວ ບຸນມີ ແກ້ວ', 'same'],
    ['ພັນຕີ ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວ', 'same'],
    ['ທ. ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວ', 'same'],
    ['ທ່ານ ນາງ ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວ', 'same'],
    // English, before and behind.
    ['POL. LT. COL. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['POL.LT.COL.SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['POL LT COL SOMCHAI J', 'SOMCHAI JAIDEE', 'same'],
    ['POL. SEN. SGT. MAJ. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['ACTING SUB LT. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['SGT. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['PVT. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['FLT.LT.SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['MSTR. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['MASTER SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['MISTER SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['ASST. PROF. DR. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['M.L. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI JAIDEE MR', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI JAIDEE MR.', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI JAIDEE (MR.)', 'MR SOMCHAI JAIDEE', 'same'],
    ['JAIDEE SOMCHAI, MR', 'SOMCHAI JAIDEE', 'unclear'],
    // Without a title they are another person's.
    ['พ.ต.ท.สมหมาย ใจดี', 'สมชาย ใจดี', 'different'],
    ['พ.ต.ท.สมชาย รักดี', 'พ.ต.ท.สมชาย ใจดี', 'different'],
    ['พ.ต.ท.สมชาย ใจดี', 'พิชัย ใจดี', 'different'],
    ['POL.LT.COL.WIPA JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['DR. SOMCHAI NARAK', 'DR. SOMCHAI JAIDEE', 'different'],
    ['PVT SOMCHAI', 'PVT NARAK', 'different'],
  ])('“%s” for %s: %s', (reported, own, agreement) => expect(compareNames(reported, own)).toBe(agreement))

  test.each([
    // Joined to a name these may be its beginning: a person looks.
    ['พระสมชาย ใจดี', 'สมชาย ใจดี', 'unclear'],
    ['พระนาย สุข', 'นาย สุข', 'unclear'],
    ['พระนาย สุข', 'พระนาย สุข', 'same'],
    ['พระ พระนาย สุข', 'พระนาย สุข', 'same'],
    ['พตทสมชาย ใจดี', 'สมชาย ใจดี', 'unclear'],
    ['หญิงแก้ว สุข', 'หญิงแก้ว สุข', 'same'],
    ['นาย นาย สุข', 'นาย สุข', 'same'],
    ['นางสาวิตรี สุข', 'สาวิตรี สุข', 'same'],
    ['นางสาวดี สุข', 'สาวดี สุข', 'same'],
    ['MAJ JAIDEE', 'MAJ JAIDEE', 'same'],
    ['MAJ J', 'MAJ JAIDEE', 'same'],
    ['MR MAJ JAIDEE', 'MAJ JAIDEE', 'same'],
    ['POL JAIDEE', 'POL JAIDEE', 'same'],
    ['POL JAIDEE', 'JAIDEE SOMCHAI', 'different'],
    ['KHUN SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'unclear'],
    ['MRSOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'unclear'],
    // Initials are no title.
    ['S. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'unclear'],
    ['J.R. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'unclear'],
    ['S.J. KUMAR', 'SOMCHAI KUMAR', 'unclear'],
    ['ศ. ใจดี', 'ศักดิ์ ใจดี', 'unclear'],
    ['อ. ณ อยุธยา', 'อนันต์ ณ อยุธยา', 'unclear'],
    ['SOMCHAI MS', 'SOMCHAI MSRIWAN', 'same'],
    ['SOMCHAI MR', 'SOMCHAI JAIDEE', 'different'],
  ])('that may be part of a name: “%s” for %s: %s', (reported, own, agreement) =>
    expect(compareNames(reported, own)).toBe(agreement),
  )
})

describe('typing', () => {
  test.each([
    ['นายสมชาย น\u0e4d\u0e49าใจ', 'สมชาย น\u0e49ำใจ', 'same'],
    ['นายสมชาย น\u0e4d\u0e49', 'สมชาย น\u0e49ำใจ', 'same'],
    ['นายสมชาย น\u0e4d', 'สมชาย น\u0e49ำใจ', 'same'],
    ['นายสมชาย น\u0e49', 'สมชาย น\u0e49ำใจ', 'same'],
    ['นายสมชาย น\u0e4d\u0e48', 'สมชาย น\u0e49ำใจ', 'different'],
    ['นายสมชาย เเสงทอง', 'สมชาย แสงทอง', 'same'],
    ['นายสมชาย เเ', 'สมชาย แสงทอง', 'same'],
    // Half of it: the beginning of another last name as well.
    ['นายสมชาย เ', 'สมชาย แสงทอง', 'unclear'],
    ['นายสมชาย เ', 'สมชาย ใจดี', 'different'],
    ['นายสมชาย เจริญ', 'สมชาย แสงทอง', 'different'],
    ['นายสมชาย วรพันธ\u0e4c\u0e38', 'สมชาย วรพันธ\u0e38\u0e4c', 'same'],
    ['นายสมชาย ท\u0e48\u0e35รัก', 'สมชาย ท\u0e35\u0e48รัก', 'same'],
    ['ສົມຊາຍ ນ\u0ecd\u0ec9າໃຈ', 'ສົມຊາຍ ນ\u0ec9ຳໃຈ', 'same'],
    ['ສົມຫມາຍ ໃຈດີ', 'ສົມໝາຍ ໃຈດີ', 'same'],
    ['ＳＯＭＣＨＡＩ　ＪＡＩＤＥＥ', 'SOMCHAI JAIDEE', 'same'],
    ['\u200eสมชาย\u00a0ใจดี\u200f', 'สมชาย ใจดี', 'same'],
  ])('“%s” for %s: %s', (reported, own, agreement) => expect(compareNames(reported, own)).toBe(agreement))
})

describe('what is added', () => {
  test.each([
    ['นาย สมชาย ใจดี หรือ นาง สมหญิง ใจดี', 'สมชาย ใจดี', 'unclear'],
    ['สมชาย ใจดี และ/หรือ สมหญิง ใจดี', 'สมหญิง ใจดี', 'unclear'],
    ['สมชาย ใจดีและสมหญิง ใจดี', 'สมหญิง ใจดี', 'unclear'],
    ['สมชาย และ สมหญิง ใจดี', 'สมชาย ใจดี', 'unclear'],
    ['สมชาย และ สมหญิง ใจดี', 'สมชาย รักดี', 'different'],
    ['MR SOMCHAI JAIDEE OR MRS SOMYING JAIDEE', 'SOMYING JAIDEE', 'unclear'],
    ['SOMCHAI JAIDEE AND SOMYING RAKDEE', 'SOMYING RAKDEE', 'unclear'],
    ['SOMCHAI JAIDEE & SOMYING J', 'SOMYING JAIDEE', 'unclear'],
    ['ທ້າວ ບຸນມີ ແກ້ວ ຫຼື ນາງ ຄຳ ແກ້ວ', 'ຄຳ ແກ້ວ', 'unclear'],
    ['ด.ช. สมชาย ใจดี โดย นาง สมหญิง ใจดี', 'สมหญิง ใจดี', 'unclear'],
    ['SOMCHAI JAIDEE', 'WIPA SAENG OR SOMCHAI JAIDEE', 'unclear'],
    ['SOMCHAI JAIDEE 1', 'SOMCHAI JAIDEE', 'unclear'],
    ['SOMCHAI JAIDEE #02', 'SOMCHAI JAIDEE', 'unclear'],
    ['SOMCHAI JAIDEE (SAVINGS)', 'SOMCHAI JAIDEE', 'unclear'],
    ['JOSE GARCIA', 'JOSÉ GARCÍA', 'unclear'],
    ['LUKASZ NOVAK', 'ŁUKASZ NOVÁK', 'unclear'],
    ['ບຸນມີ ຫລວງ', 'ບຸນມີ ຫຼວງ', 'unclear'],
    ['JOSÉ GARCÍA', 'JOSE\u0301 GARCI\u0301A', 'same'],
    ['สมชาย ใจดี หรือ สมหญิง ใจดี', 'สมชาย ใจดี หรือ สมหญิง ใจดี', 'same'],
    // Nobody of them is the member.
    ['WIPA SAENG OR SOMYING JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['WIPA SAENG 1', 'SOMCHAI JAIDEE', 'different'],
    ['JOSE GARCIA', 'JOSÉ GÓMEZ', 'different'],
    ['JAIDEE, SOMCHAI', 'SOMCHAI NARAK', 'different'],
    ['SOMCHAI JAIDEE WONG', 'SOMCHAI JAIDEE', 'different'],
  ])('“%s” for %s: %s', (reported, own, agreement) => expect(compareNames(reported, own)).toBe(agreement))
})

describe('any name', () => {
  const listed = (text: string) => text.trim().split(/\s+/)
  const withBlank = (titles: string[]) => titles.map((title) => `${title} `)
  const full = { thai: thaiTitles, lao: laoTitles }
  const titlesOf = {
    thai: [
      ...[...listed(full.thai.words), ...listed(full.thai.short)].flatMap((title) => [title, `${title} `]),
      ...withBlank(listed(full.thai.ambiguous)),
    ],
    lao: [
      ...[...listed(full.lao.words), ...listed(full.lao.short)].flatMap((title) => [title, `${title} `]),
      ...withBlank(listed(full.lao.ambiguous)),
    ],
    latin: [...latinTitles.civil, ...latinTitles.ranks].flatMap((title) => [
      `${title} `,
      `${title.replaceAll(' ', '. ')}. `,
      `${title.replaceAll(' ', '.')}.`,
      `POL. ${title} `,
    ]),
  }
  type Script = keyof typeof titlesOf
  const sign = (signs: string) => fc.constantFrom(...signs)

  /** A syllable with its marks, apart so that they can be typed in any order. */
  const syllables: Record<Script, fc.Arbitrary<[string, string, string, string]>> = {
    thai: fc.tuple(
      sign('กขคจชดตทนบปผพมยรลวสห'),
      fc.constantFrom('', 'ิ', 'ี', 'ุ', 'ู'),
      fc.constantFrom('', '่', '้'),
      sign('กนมงรา'),
    ),
    lao: fc.tuple(
      sign('ກຂຄຈຊດຕທນບປຜພມຍຣລວສອ'),
      fc.constantFrom('', 'ິ', 'ີ', 'ຸ', 'ູ'),
      fc.constantFrom('', '່', '້'),
      sign('ກນມງຣາ'),
    ),
    latin: fc.tuple(sign('BCDFGHJKLMNPRSTVWY'), sign('AEIOU'), fc.constant(''), sign('NMRTK')),
  }
  const words = (script: Script) => fc.array(syllables[script], { minLength: 1, maxLength: 3 })
  const names = (script: Script) => fc.array(words(script), { minLength: 2, maxLength: 3 })
  type Typed = [string, string, string, string][][]
  const typed = (name: Typed) =>
    name.map((word) => word.map((letters) => letters.join('')).join('')).join(' ')
  const typedToneFirst = (name: Typed) =>
    name
      .map((word) => word.map(([letter, vowel, tone, end]) => letter + tone + vowel + end).join(''))
      .join(' ')

  const runs = { numRuns: byDepth({ usual: 300, deep: 20_000 }) }

  test.each(['thai', 'lao', 'latin'] as const)(
    '%s is the same as itself, with any title, typed anyhow',
    (script) => {
      fc.assert(
        fc.property(names(script), fc.constantFrom(...titlesOf[script]), (name, title) => {
          const own = typed(name)
          const other = typedToneFirst(name)
          expect(compareNames(own, own)).toBe('same')
          expect(compareNames(other, own)).toBe('same')
          expect(compareNames(title + other, own)).toBe('same')
          expect(compareNames(own, title + other)).toBe('same')
          expect(compareNames(title + own, title + other)).toBe('same')
          expect(mayBeOneName(title + other, own)).toBe(true)
        }),
        runs,
      )
    },
  )

  test('a Latin one is the same with a civil title behind it', () => {
    fc.assert(
      fc.property(names('latin'), fc.constantFrom(...latinTitles.civil), (name, title) => {
        expect(compareNames(`${typed(name)} ${title}`, typed(name))).toBe('same')
        expect(compareNames(typed(name), `${typed(name)} ${title}.`)).toBe('same')
      }),
      runs,
    )
  })

  test.each(['thai', 'lao', 'latin'] as const)(
    '%s that is not another one’s is not so with a title either',
    (script) => {
      const joins = titlesOf[script].filter((title) => script === 'latin' || title.endsWith(' '))
      fc.assert(
        fc.property(names(script), names(script), fc.constantFrom(...joins), (name, another, title) => {
          const [own, others] = [typed(name), typed(another)]
          fc.pre(compareNames(others, own) !== 'same')
          expect(compareNames(title + others, own)).not.toBe('same')
          expect(compareNames(others, title + own)).not.toBe('same')
          expect(compareNames(title + others, title + own)).not.toBe('same')
        }),
        runs,
      )
    },
  )

  test('with a second holder or a number it is never clearly the same, nor clearly another', () => {
    fc.assert(
      fc.property(
        names('latin'),
        names('latin'),
        fc.constantFrom(' OR ', ' AND ', ' & ', ' และ/หรือ '),
        (name, another, and) => {
          const [own, second] = [typed(name), typed(another)]
          fc.pre(compareNames(own, second) === 'different')
          for (const shown of [own + and + second, second + and + own, `${own} 2`, `${own} #1`]) {
            expect(compareNames(shown, own)).toBe('unclear')
          }
        },
      ),
      runs,
    )
  })
})
