import type { StatementReason } from '@krapao/contract/slices/statement/statement.ts'
import type { Language } from '../../platform/http.ts'
import type { StatementRow, StatementType } from './rules.ts'

/** The texts of a download in one language; the reasons are those of the member app (`statement.reason.*`). */
export interface Words {
  columns: string[]
  types: Record<StatementType, string>
  statuses: Record<StatementRow['status'], string>
  ends: Record<'WALLET' | 'GIFT' | 'QR', string>
  /** By code; `returned` is used for any other failed movement. */
  reasons: Record<StatementReason | 'returned', string>
}

export const words: Record<Language, Words> = {
  th: {
    columns: [
      'วันที่ (เวลาไทย)',
      'ประเภท',
      'สถานะ',
      'สาเหตุ',
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
    ends: { WALLET: 'กระเป๋าหลัก', GIFT: 'ซองของขวัญ', QR: 'จ่ายด้วย QR' },
    reasons: {
      PROVIDER_REFUSED: 'ค่ายเกมไม่รับรายการ',
      UNKNOWN_ID: 'รายการไปไม่ถึงค่ายเกม',
      OPERATOR_REFUSED: 'ทีมงานปฏิเสธ',
      BANK_REFUSED: 'ธนาคารไม่รับรายการ',
      ACCOUNT_CLOSED: 'บัญชีธนาคารปลายทางปิดแล้ว',
      BANK_ACCOUNT_WRONG: 'บัญชีธนาคารปลายทางไม่ถูกต้อง',
      BONUS_CHECK: 'ยังไม่ผ่านเงื่อนไขโบนัส',
      TURNOVER_MISSING: 'ยอดเทิร์นยังไม่ครบตามเงื่อนไข',
      IDENTITY_UNCLEAR: 'ต้องยืนยันตัวตนกับทีมงานก่อน',
      MEMBER_WITHDREW: 'ยกเลิกตามที่คุณขอ',
      REVERSED: 'ทีมงานแก้ไขรายการนี้แล้ว',
      returned: 'เงินกลับที่เดิมแล้ว',
    },
  },
  la: {
    columns: [
      'ວັນທີ (ເວລາໄທ-ລາວ)',
      'ປະເພດ',
      'ສະຖານະ',
      'ສາເຫດ',
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
    ends: { WALLET: 'ກະເປົາຫຼັກ', GIFT: 'ຊອງຂອງຂວັນ', QR: 'ຈ່າຍດ້ວຍ QR' },
    reasons: {
      PROVIDER_REFUSED: 'ຜູ້ໃຫ້ບໍລິການເກມບໍ່ຮັບລາຍການ',
      UNKNOWN_ID: 'ລາຍການໄປບໍ່ຮອດຜູ້ໃຫ້ບໍລິການເກມ',
      OPERATOR_REFUSED: 'ທີມງານປະຕິເສດ',
      BANK_REFUSED: 'ທະນາຄານບໍ່ຮັບລາຍການ',
      ACCOUNT_CLOSED: 'ບັນຊີທະນາຄານປາຍທາງປິດແລ້ວ',
      BANK_ACCOUNT_WRONG: 'ບັນຊີທະນາຄານປາຍທາງບໍ່ຖືກຕ້ອງ',
      BONUS_CHECK: 'ຍັງບໍ່ຜ່ານເງື່ອນໄຂໂບນັດ',
      TURNOVER_MISSING: 'ຍອດເທີນຍັງບໍ່ຄົບຕາມເງື່ອນໄຂ',
      IDENTITY_UNCLEAR: 'ຕ້ອງຢືນຢັນຕົວຕົນກັບທີມງານກ່ອນ',
      MEMBER_WITHDREW: 'ຍົກເລີກຕາມທີ່ທ່ານຂໍ',
      REVERSED: 'ທີມງານແກ້ໄຂລາຍການນີ້ແລ້ວ',
      returned: 'ເງິນກັບຄືນບ່ອນເກົ່າແລ້ວ',
    },
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
    ends: { WALLET: 'Main wallet', GIFT: 'Gift link', QR: 'QR payment' },
    reasons: {
      PROVIDER_REFUSED: 'not accepted by the game',
      UNKNOWN_ID: 'it did not reach the game',
      OPERATOR_REFUSED: 'refused by our team',
      BANK_REFUSED: 'not accepted by the bank',
      ACCOUNT_CLOSED: 'the bank account is closed',
      BANK_ACCOUNT_WRONG: 'the bank account is incorrect',
      BONUS_CHECK: 'the bonus conditions were not met',
      TURNOVER_MISSING: 'not enough was played yet',
      IDENTITY_UNCLEAR: 'our team must first check who you are',
      MEMBER_WITHDREW: 'cancelled as you asked',
      REVERSED: 'corrected by our team',
      returned: 'the money went back',
    },
  },
}
