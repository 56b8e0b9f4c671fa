import type { Language } from '../../platform/http.ts'
import type { StatementRow, StatementType } from './rules.ts'

interface Words {
  columns: string[]
  types: Record<StatementType, string>
  statuses: Record<StatementRow['status'], string>
}

const words: Record<Language, Words> = {
  th: {
    columns: [
      'วันที่ (เวลาไทย)',
      'ประเภท',
      'สถานะ',
      'เหตุผล',
      'จาก',
      'ไปยัง',
      'จำนวนเงิน',
      'สกุลเงิน',
      'รายละเอียด',
      'เลขที่รายการ',
    ],
    types: {
      deposit: 'ฝากเงิน',
      bonus: 'รับโบนัส',
      finish_bonus: 'จบโบนัส',
      withdraw: 'ถอนเงิน',
      transfer: 'โอนเงิน',
    },
    statuses: { SUCCESS: 'สำเร็จ', FAILED: 'ไม่สำเร็จ', PENDING: 'กำลังดำเนินการ' },
  },
  la: {
    columns: [
      'ວັນທີ (ເວລາໄທ-ລາວ)',
      'ປະເພດ',
      'ສະຖານະ',
      'ເຫດຜົນ',
      'ຈາກ',
      'ໄປຫາ',
      'ຈຳນວນເງິນ',
      'ສະກຸນເງິນ',
      'ລາຍລະອຽດ',
      'ເລກທີລາຍການ',
    ],
    types: {
      deposit: 'ຝາກເງິນ',
      bonus: 'ຮັບໂບນັດ',
      finish_bonus: 'ຈົບໂບນັດ',
      withdraw: 'ຖອນເງິນ',
      transfer: 'ໂອນເງິນ',
    },
    statuses: { SUCCESS: 'ສຳເລັດ', FAILED: 'ບໍ່ສຳເລັດ', PENDING: 'ກຳລັງດຳເນີນການ' },
  },
  en: {
    columns: [
      'Date (Bangkok)',
      'Type',
      'Status',
      'Reason',
      'From',
      'To',
      'Amount',
      'Currency',
      'Description',
      'Number',
    ],
    types: {
      deposit: 'Deposit',
      bonus: 'Bonus',
      finish_bonus: 'Bonus finished',
      withdraw: 'Withdrawal',
      transfer: 'Transfer',
    },
    statuses: { SUCCESS: 'Done', FAILED: 'Failed', PENDING: 'In progress' },
  },
}

const bangkok = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Rows as CSV: a BOM so that spreadsheets read Thai and Lao, CRLF, every cell quoted (RFC 4180). */
export function toCsv(rows: StatementRow[], language: Language): string {
  const { columns, types, statuses } = words[language]
  const lines = rows.map((row) => [
    bangkok.format(new Date(row.createdAt)).replace(',', ''),
    types[row.statementType],
    statuses[row.status],
    row.reason ?? '',
    row.from,
    row.to,
    signed(row),
    row.currency,
    (row.bonus ?? row.promotion ?? row.invite ?? row.refund ?? row.luckydraw)?.description ?? '',
    row._id,
  ])
  return `\uFEFF${[columns, ...lines].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

/** A withdrawal is negative, so that a column can be added up (spec.md §9 Amount signs). */
const signed = ({ statementType, amount }: StatementRow): string =>
  `${statementType === 'withdraw' ? '-' : ''}${amount.toFixed(2)}`

/** A cell that a spreadsheet would take for a formula is made text by an apostrophe; a plain number is none. */
function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text)
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}
