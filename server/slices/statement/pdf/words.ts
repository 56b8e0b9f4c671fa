import type { Language } from '../../../platform/http.ts'

/** The texts of a statement as PDF; those of its rows are the CSV's. */
export interface PdfWords {
  title: string
  account: string
  time: string
  allTimes: string
  made: string
  in: string
  out: string
  net: string
  date: string
  what: string
  status: string
  amount: string
  empty: string
  page(page: number, pages: number): string
  /** Said where there are more rows than the file has. */
  part(rows: string): string
  note: string
}

export const pdfWords: Record<Language, PdfWords> = {
  th: {
    title: 'ประวัติรายการ',
    account: 'บัญชีธนาคาร',
    time: 'ช่วงเวลา',
    allTimes: 'ทั้งหมด',
    made: 'ออกเมื่อ',
    in: 'เงินเข้า',
    out: 'เงินออก',
    net: 'สุทธิ',
    date: 'วันที่ (เวลาไทย)',
    what: 'รายการ',
    status: 'สถานะ',
    amount: 'จำนวนเงิน',
    empty: 'ไม่มีรายการในช่วงเวลานี้',
    page: (page, pages) => `หน้า ${page} จาก ${pages}`,
    part: (rows) => `ไฟล์นี้มี ${rows} รายการล่าสุด เลือกเดือนเพื่อให้ได้ครบทั้งเดือน`,
    note: 'ยอดรวมนับเฉพาะเงินฝากและเงินถอนที่สำเร็จ',
  },
  la: {
    title: 'ປະຫວັດລາຍການ',
    account: 'ບັນຊີທະນາຄານ',
    time: 'ໄລຍະເວລາ',
    allTimes: 'ທັງໝົດ',
    made: 'ອອກເມື່ອ',
    in: 'ເງິນເຂົ້າ',
    out: 'ເງິນອອກ',
    net: 'ສຸດທິ',
    date: 'ວັນທີ (ເວລາໄທ-ລາວ)',
    what: 'ລາຍການ',
    status: 'ສະຖານະ',
    amount: 'ຈຳນວນເງິນ',
    empty: 'ບໍ່ມີລາຍການໃນໄລຍະເວລານີ້',
    page: (page, pages) => `ໜ້າ ${page} ຈາກ ${pages}`,
    part: (rows) => `ໄຟລ໌ນີ້ມີ ${rows} ລາຍການຫຼ້າສຸດ ເລືອກເດືອນເພື່ອໃຫ້ໄດ້ຄົບທັງເດືອນ`,
    note: 'ຍອດລວມນັບສະເພາະເງິນຝາກ ແລະ ເງິນຖອນທີ່ສຳເລັດ',
  },
  en: {
    title: 'History',
    account: 'Bank account',
    time: 'Period',
    allTimes: 'All',
    made: 'Issued on',
    in: 'Money in',
    out: 'Money out',
    net: 'Net',
    date: 'Date (Bangkok)',
    what: 'Transaction',
    status: 'Status',
    amount: 'Amount',
    empty: 'No transactions in this period',
    page: (page, pages) => `Page ${page} of ${pages}`,
    part: (rows) => `This file has the newest ${rows} rows. Choose a month to have all of it.`,
    note: 'Totals include completed deposits and withdrawals only.',
  },
}
