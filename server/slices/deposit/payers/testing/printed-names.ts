import { asTyped } from '@krapao/sandbox/printed-name.ts'
import { cutName, maskAccountNo } from '@krapao/sandbox/slip-banks.ts'
import type { MemberAccount } from '../../../account/public.ts'

/**
 * A corpus of names as Thai and Lao banks and verifiers print them: whose they are, and whose they are not.
 * Names of real people are in none of it.
 */

/** A member as registered, and the same name in the other script with a title and, of some, a rank. */
type Row = [bank: string, registered: string, other: string, title: string, rank?: string]

const rows: Row[] = [
  ['KBANK', 'สมชาย ใจดี', 'SOMCHAI JAIDEE', 'นาย', 'พ.ต.ท.'],
  ['KBANK', 'สมหญิง น้ำใจ', 'SOMYING NAMJAI', 'น.ส.', 'ร.ต.อ.หญิง '],
  ['KBANK', 'วิภา แสงทอง', 'WIPA SAENGTHONG', 'นางสาว'],
  ['KBANK', 'ประเสริฐ วรพันธุ์', 'PRASERT WORAPHAN', 'นาย', 'จ.ส.อ.'],
  ['KBANK', 'ที่รัก สุขสม', 'THIRAK SUKSOM', 'นาง'],
  ['KBANK', 'นายิกา บุญมา', 'NAYIKA BOONMA', 'นาง'],
  ['KBANK', 'พ.ต.ท. อำนาจ คงมั่น', 'AMNAT KHONGMAN', 'นาย', 'พ.ต.ท.'],
  ['KBANK', 'กิตติ ณ อยุธยา', 'KITTI NA AYUDHAYA', 'ม.ล.', 'หม่อมหลวง'],
  ['SCB', 'อนันต์ ศรีสุข', 'ANAN SRISUK', 'นาย', 'ว่าที่ ร.ต.'],
  ['SCB', 'น้ำฝน เจริญผล', 'NAMFON CHAROENPHOL', 'นางสาว'],
  ['SCB', 'ชัยวัฒน์ มีทรัพย์', 'CHAIWAT MEESAP', 'นาย', 'ร.ต.ต.'],
  ['SCB', 'พรทิพย์ แก้วใส', 'PORNTHIP KAEWSAI', 'พญ.', 'แพทย์หญิง'],
  ['SCB', 'พระนาย ทองดี', 'PHRANAI THONGDEE', 'นาย'],
  ['SCB', 'ธนกร เเซ่ลิ้ม', 'THANAKORN SAELIM', 'นาย', 'ดร.'],
  ['SCB', 'SUNISA PHROMMA', 'สุนิสา พรหมมา', 'MISS'],
  ['SCB', 'JOSÉ GARCÍA', 'โฮเซ การ์เซีย', 'MR.'],
  ['KTB', 'SOMSAK RATTANA', 'สมศักดิ์ รัตนะ', 'MR.', 'POL.LT.COL.'],
  ['KTB', 'MANEE MEENA', 'มานี มีนา', 'MRS.'],
  ['KTB', 'PITI CHUJAI', 'ปิติ ชูใจ', 'MR.', 'SGT. '],
  ['KTB', 'MAJ RUNGRUENG', 'มาจ รุ่งเรือง', 'MISS'],
  ['KTB', 'WEERA KLAHAN', 'วีระ กล้าหาญ', 'MR', 'PVT. '],
  ['BBL', 'DUANGJAI PHUENGPAN', 'ดวงใจ ผึ้งพันธุ์', 'MS.'],
  ['BBL', 'NARONG PETCHARAT', 'ณรงค์ เพชรรัตน์', 'MR', 'ACTING SUB LT. '],
  ['BBL', 'POL SAKDA', 'พล ศักดา', 'MR.'],
  ['BBL', 'SIRIPORN NGAMTA', 'ศิริพร งามตา', 'MISS'],
  ['TMB', 'THAWEE SUKJAI', 'ทวี สุขใจ', 'MR.', 'FLT.LT.'],
  ['TMB', 'KANYA WONGSA', 'กัญญา วงศา', 'MRS'],
  ['TMB', 'AROON DECHA', 'อรุณ เดชา', 'MASTER'],
  ['GSB', 'บุญส่ง นาคำ', 'BOONSONG NAKHAM', 'นาย', 'ส.ต.ต.'],
  ['GSB', 'จำปา ช่อฟ้า', 'CHAMPA CHORFA', 'นาง'],
  ['GSB', 'ก้องภพ สว่างวงศ์', 'KONGPHOB SAWANGWONG', 'ด.ช.', 'เด็กชาย'],
  ['GSB', 'นางนวล ทะเลทอง', 'NANGNUAN THALETHONG', 'นาง'],
  ['GSB', 'สุเทพ ปัญญาดี', 'SUTHEP PANYADEE', 'นาย', 'พระมหา'],
  ['BCEL', 'ບຸນມີ ແກ້ວວິໄລ', 'BOUNMY KEOVILAY', 'ທ້າວ', 'ພ.ຕ.'],
  ['BCEL', 'ສົມໝາຍ ນ້ຳໃຈ', 'SOMMAI NAMCHAI', 'ທ້າວ'],
  ['BCEL', 'KHAMLA SISOUK', 'ຄຳຫຼ້າ ສີສຸກ', 'MR'],
  ['LDB', 'ມະນີ ພົມມະຈັນ', 'MANY PHOMMACHAN', 'ນາງ'],
  ['LDB', 'ຄຳປຸ້ຍ ຫຼວງລາດ', 'KHAMPOUI LOUANGLATH', 'ທ່ານ', 'ພັນໂທ '],
  ['JDB', 'ວຽງໄຊ ດວງດີ', 'VIENGXAY DOUANGDY', 'ນາງສາວ'],
  ['JDB', 'BOUNTHONG SAYASANE', 'ບຸນທອງ ໄຊຍະແສນ', 'MR.', 'LT. COL. '],
  ['APB', 'ສີດາ ແສງອາລຸນ', 'SIDA SENGALOUN', 'ນາງ'],
  ['APB', 'ທອງໃບ ຈັນທະວົງ', 'THONGBAY CHANTHAVONG', 'ທ.'],
]

/**
 * Other members, whose numbers show the same digits as a member's before, and who are not always told apart.
 */
const twins: [of: number, registered: string][] = [
  [0, 'สมชาย ใจงาม'],
  [2, 'วิภา แสนสุข'],
  [8, 'อนันต์ ศรีทอง'],
  [16, 'SOMSAK RATTANAWONG'],
  [21, 'DUANGJAI PHUMCHAI'],
  [28, 'บุญส่ง นาดี'],
  [33, 'ບຸນມີ ແກ້ວມະນີ'],
]

interface Registered extends MemberAccount {
  bank: string
}

const member = (memberId: string, bank: string, accountNo: string, accountName: string): Registered => ({
  ...{ memberId, bank, accountNo, accountName, currency: 'THB', isActive: true },
})
/** Of the length that the bank's mask has; those of two people differ in what the mask hides. */
const numberOf = (bank: string, at: number, hidden: string): string => {
  const digits = `${hidden}${String(4000 + at * 37)}`
  const length = maskLengths[bank] ?? 10
  return bank === 'KBANK'
    ? `0${digits.padStart(8, '2')}${at % 10}`.slice(-length)
    : digits.padStart(length, '2')
}
const maskLengths: Record<string, number> = { GSB: 12, BCEL: 15, LDB: 14, JDB: 14, APB: 12 }

const own = rows.map(([bank, name], at) => member(`m${at}`, bank, numberOf(bank, at, '1'), name))
const beside = twins.map(([of, name]) => {
  const bank = rows[of]?.[0] ?? ''
  return member(`t${of}`, bank, numberOf(bank, of, '3'), name)
})

/** Everybody who is registered. */
export const members: readonly Registered[] = [...own, ...beside]

/** A sender as a bank or a verifier shows it. */
export interface Printed {
  bank: string
  accountNo: string
  name: string
  /** How it is printed. */
  way: string
  /** Whose it is; undefined: nobody's who is registered. */
  memberId: string | undefined
}

const isLatin = (name: string): boolean => /^[\p{Script=Latin}\p{M}\s.]+$/u.test(name)
const lastOf = (name: string): string => name.slice(name.indexOf(' ') + 1)
const firstOf = (name: string): string => name.slice(0, name.indexOf(' '))
const bare = (name: string): string => name.replace(/^(?:พ\.ต\.ท\.) /, '')

/** As somebody typed it; of Latin letters with other blanks. */
const retyped = (name: string): string =>
  isLatin(name) ? name.normalize('NFD').replace(' ', '\u00a0\u200b ') : asTyped(name)

const starred = (word: string): string => `${[...word].slice(0, 2).join('')}***`

/** What banks make of a name. */
function waysOf(at: number, [bank, registered, other, title, rank]: Row): [way: string, name: string][] {
  const name = bare(registered)
  const joined = isLatin(name) && !title.endsWith('.') ? `${title} ${name}` : title + name
  const spouse = isLatin(name) ? 'MRS MALEE DEEJAI' : isLao(name) ? 'ນາງ ມາລີ ດີໃຈ' : 'นาง มาลี ดีใจ'
  const or = isLatin(name) ? ' OR ' : isLao(name) ? ' ຫຼື ' : ' และ/หรือ '
  return [
    ['plain', name],
    ['title joined', joined],
    ['title and first letter', cutName(bank, `${title} ${name}`)],
    ['title and stars', `${title} ${firstOf(name)} ${starred(lastOf(name))}`],
    ['typed anyhow', retyped(joined)],
    ['typed anyhow and cut', cutName(bank, retyped(name))],
    ['cut at the length of a field', joined.slice(0, joined.length - 3)],
    ['both names masked', `${starred(firstOf(name))} ${starred(lastOf(name))}`],
    ['first name only', `${title} ${firstOf(name)}`],
    ['other script', other],
    ['both scripts', `${name} (${other})`],
    ['joint account', joined + or + spouse],
    ['number behind', `${name} ${(at % 3) + 1}`],
    ['last name first', `${lastOf(name)} ${firstOf(name)}`],
    ...(rank
      ? ([
          ['rank', rank + name],
          ['rank and a blank', `${rank.trim()} ${name}`],
          ['rank and first letter', cutName(bank, rank + name)],
          ['rank, typed anyhow', rank + retyped(name)],
        ] as [string, string][])
      : []),
    ...(isLatin(name)
      ? ([
          ['title behind', `${name} ${title.replace('.', '')}`],
          ['without accents', name.normalize('NFD').replace(/\p{M}/gu, '')],
        ] as [string, string][])
      : []),
  ]
}
const isLao = (name: string): boolean => /\p{Script=Lao}/u.test(name)

/** Other people at the same bank, whose numbers show the very digits of the member's. */
function othersOf([bank, registered, , title, rank]: Row): [way: string, name: string][] {
  const name = bare(registered)
  const [sibling, other] = isLatin(name)
    ? ['ORATHAI', 'FAIKHAM']
    : isLao(name)
      ? ['ອຳພອນ', 'ກອງແກ້ວ']
      : ['อรทัย', 'ขำขัน']
  const anyRank = isLatin(name) ? 'SGT. ' : isLao(name) ? 'ພ.ຕ.' : 'พ.ต.ต.'
  return [
    ['brother or sister', `${title} ${sibling} ${lastOf(name)}`],
    ['brother or sister, cut', cutName(bank, `${sibling} ${lastOf(name)}`)],
    ['brother or sister with a rank', `${rank ?? anyRank}${sibling} ${lastOf(name)}`],
    ['same first name', `${title} ${firstOf(name)} ${other}`],
    ['same first name with a rank, cut', cutName(bank, `${rank ?? title} ${firstOf(name)} ${other}`)],
    ['same initials', `${[...firstOf(name)][0]}*** ${[...lastOf(name)][0]}***`],
    ['joint account of others', `${sibling} ${lastOf(name)} & ${sibling} ${other}`],
  ]
}

const shownBy = ({ bank, accountNo }: Registered): string => maskAccountNo(bank, accountNo)

export const printedNames: readonly Printed[] = [
  ...own.flatMap((account, at) =>
    waysOf(at, rows[at] as Row).map(([way, name]) => {
      return { bank: account.bank, accountNo: shownBy(account), name, way, memberId: account.memberId }
    }),
  ),
  ...beside.flatMap((account) =>
    [account.accountName, cutName(account.bank, account.accountName)].map((name) => {
      return {
        bank: account.bank,
        accountNo: shownBy(account),
        name,
        way: 'look-alike member',
        memberId: account.memberId,
      }
    }),
  ),
  ...own.flatMap((account, at) =>
    othersOf(rows[at] as Row).map(([way, name]) => {
      return { bank: account.bank, accountNo: shownBy(account), name, way, memberId: undefined }
    }),
  ),
]
