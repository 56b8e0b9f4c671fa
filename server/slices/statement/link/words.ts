import type { Language } from '../../../platform/http.ts'
import type { PublicReceipt } from './links.ts'

/** The texts of the page behind a link to a receipt; those of its status are the receipt's in the member app. */
export interface LinkWords {
  title: string
  /** Said above a receipt that was found. */
  real(brand: string): string
  status: Record<'deposit' | 'withdraw', Record<PublicReceipt['status'], string>>
  /** Below the status of what was taken back. */
  reversed: string
  noAmount: string
  holder: string
  from: string
  to: string
  wallet(brand: string): string
  gift: string
  qr: string
  paymentWallet: string
  unknown: string
  started: string
  ended: string
  number: string
  bangkok(day: string, time: string): string
  /** When the page was made, and until when the link works. */
  asked(at: string): string
  until(at: string): string
  /** How to know that the page itself is real. */
  address(host: string): string
  none: string
  noneText: string
  tooMany: string
  tooManyText: string
}

export const linkWords: Record<Language, LinkWords> = {
  th: {
    title: 'ใบบันทึกรายการ',
    real: (brand) => `รายการนี้มีอยู่จริงใน ${brand}`,
    status: {
      deposit: {
        SUCCESS: 'ฝากเงินสำเร็จ',
        PENDING: 'กำลังตรวจสอบรายการฝาก',
        FAILED: 'ฝากเงินไม่สำเร็จ',
        REVERSED: 'รายการฝากถูกยกเลิกแล้ว',
      },
      withdraw: {
        SUCCESS: 'ถอนเงินสำเร็จ',
        PENDING: 'กำลังดำเนินการถอนเงิน',
        FAILED: 'ถอนเงินไม่สำเร็จ',
        REVERSED: 'รายการถอนถูกยกเลิกแล้ว',
      },
    },
    reversed: 'รายการนี้เคยสำเร็จ แต่ถูกยกเลิกภายหลัง จึงใช้เป็นหลักฐานว่าเงินมาถึงไม่ได้',
    noAmount: 'ยังไม่ทราบจำนวนเงิน',
    holder: 'สมาชิก',
    from: 'จาก',
    to: 'ไปยัง',
    wallet: (brand) => `กระเป๋าหลัก ${brand}`,
    gift: 'ซองของขวัญ',
    qr: 'จ่ายด้วย QR',
    paymentWallet: 'วอลเล็ต',
    unknown: 'ยังไม่ทราบ',
    started: 'เริ่มรายการ',
    ended: 'ทราบผล',
    number: 'รหัสอ้างอิง',
    bangkok: (day, time) => `${day} ${time} น.`,
    asked: (at) => `สถานะ ณ ${at}`,
    until: (at) => `ลิงก์นี้ใช้ได้ถึง ${at}`,
    address: (host) => `หน้านี้เป็นของจริงเมื่อที่อยู่ด้านบนของเบราว์เซอร์คือ ${host} เท่านั้น`,
    none: 'ไม่มีใบบันทึกรายการที่นี่',
    noneText: 'ลิงก์อาจหมดอายุ ถูกปิด หรือไม่ครบ กรุณาขอลิงก์ใหม่จากผู้ส่ง และอย่าเชื่อภาพเพียงอย่างเดียว',
    tooMany: 'เปิดลิงก์บ่อยเกินไป',
    tooManyText: 'กรุณารอสักครู่ แล้วเปิดลิงก์อีกครั้ง',
  },
  la: {
    title: 'ໃບບັນທຶກລາຍການ',
    real: (brand) => `ລາຍການນີ້ມີຢູ່ແທ້ໃນ ${brand}`,
    status: {
      deposit: {
        SUCCESS: 'ຝາກເງິນສຳເລັດ',
        PENDING: 'ກຳລັງກວດລາຍການຝາກ',
        FAILED: 'ຝາກເງິນບໍ່ສຳເລັດ',
        REVERSED: 'ລາຍການຝາກຖືກຍົກເລີກແລ້ວ',
      },
      withdraw: {
        SUCCESS: 'ຖອນເງິນສຳເລັດ',
        PENDING: 'ກຳລັງດຳເນີນການຖອນເງິນ',
        FAILED: 'ຖອນເງິນບໍ່ສຳເລັດ',
        REVERSED: 'ລາຍການຖອນຖືກຍົກເລີກແລ້ວ',
      },
    },
    reversed: 'ລາຍການນີ້ເຄີຍສຳເລັດ ແຕ່ຖືກຍົກເລີກໃນພາຍຫຼັງ ຈຶ່ງໃຊ້ເປັນຫຼັກຖານວ່າເງິນມາຮອດແລ້ວບໍ່ໄດ້',
    noAmount: 'ຍັງບໍ່ຮູ້ຈຳນວນເງິນ',
    holder: 'ສະມາຊິກ',
    from: 'ຈາກ',
    to: 'ໄປຫາ',
    wallet: (brand) => `ກະເປົາຫຼັກ ${brand}`,
    gift: 'ຊອງຂອງຂວັນ',
    qr: 'ຈ່າຍດ້ວຍ QR',
    paymentWallet: 'ວອລເລັດ',
    unknown: 'ຍັງບໍ່ຮູ້',
    started: 'ເລີ່ມລາຍການ',
    ended: 'ຮູ້ຜົນ',
    number: 'ລະຫັດອ້າງອີງ',
    bangkok: (day, time) => `${day} ${time}`,
    asked: (at) => `ສະຖານະ ເມື່ອ ${at}`,
    until: (at) => `ລິ້ງນີ້ໃຊ້ໄດ້ຮອດ ${at}`,
    address: (host) => `ໜ້ານີ້ເປັນຂອງແທ້ ສະເພາະເມື່ອທີ່ຢູ່ດ້ານເທິງຂອງບຣາວເຊີແມ່ນ ${host}`,
    none: 'ບໍ່ມີໃບບັນທຶກລາຍການຢູ່ນີ້',
    noneText: 'ລິ້ງອາດໝົດອາຍຸ ຖືກປິດ ຫຼື ບໍ່ຄົບ ກະລຸນາຂໍລິ້ງໃໝ່ຈາກຜູ້ສົ່ງ ແລະ ຢ່າເຊື່ອຮູບພຽງຢ່າງດຽວ',
    tooMany: 'ເປີດລິ້ງເລື້ອຍເກີນໄປ',
    tooManyText: 'ກະລຸນາລໍຖ້າໜ້ອຍໜຶ່ງ ແລ້ວເປີດລິ້ງອີກຄັ້ງ',
  },
  en: {
    title: 'Receipt',
    real: (brand) => `${brand} has this transaction`,
    status: {
      deposit: {
        SUCCESS: 'Deposit done',
        PENDING: 'Deposit in progress',
        FAILED: 'Deposit failed',
        REVERSED: 'Deposit taken back',
      },
      withdraw: {
        SUCCESS: 'Withdrawal done',
        PENDING: 'Withdrawal in progress',
        FAILED: 'Withdrawal failed',
        REVERSED: 'Withdrawal taken back',
      },
    },
    reversed: 'It was done and taken back later, so it does not prove that the money arrived.',
    noAmount: 'Amount not known yet',
    holder: 'Member',
    from: 'From',
    to: 'To',
    wallet: (brand) => `Main wallet, ${brand}`,
    gift: 'Gift link',
    qr: 'QR payment',
    paymentWallet: 'Payment wallet',
    unknown: 'Not known yet',
    started: 'Begun',
    ended: 'Ended',
    number: 'Reference',
    bangkok: (day, time) => `${day}, ${time} (Bangkok)`,
    asked: (at) => `As it was on ${at}`,
    until: (at) => `This link works until ${at}`,
    address: (host) => `This page is real only if the address at the top of your browser is ${host}`,
    none: 'There is no receipt here',
    noneText:
      'The link may have expired, been closed, or be incomplete. Please ask the sender for a new one, and do not trust a picture alone.',
    tooMany: 'Too many links opened',
    tooManyText: 'Please wait a moment and open the link again.',
  },
}
