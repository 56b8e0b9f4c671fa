import { randomLetters } from '../../platform/random-letters.ts'
import type { Context } from '../context.ts'
import { insertReply, type ReplyRow } from './reply-store.ts'

/** The canned replies of the demo world (rules.md §16). */
const replies: [shortcut: string, ReplyRow['texts']][] = [
  [
    'deposit',
    {
      th: 'คุณ{name} กดปุ่ม “ฝากเงิน” ที่หน้าแรก แล้วโอนจากบัญชีที่ลงทะเบียนไว้ไปยังบัญชีที่แสดง เงินจะเข้ากระเป๋าเองภายในไม่กี่นาที',
      la: 'ທ່ານ {name} ກົດປຸ່ມ “ຝາກເງິນ” ທີ່ໜ້າຫຼັກ ແລ້ວໂອນຈາກບັນຊີທີ່ລົງທະບຽນໄວ້ໄປຫາບັນຊີທີ່ສະແດງ ເງິນຈະເຂົ້າກະເປົາເອງພາຍໃນບໍ່ເທົ່າໃດນາທີ',
      en: 'Hello {name}, press “Deposit” on the home page and send the money from your registered account to the account shown there. It arrives in your wallet within minutes.',
    },
  ],
  [
    'slip-check',
    {
      th: 'ได้รับสลิปแล้ว ทีมงานกำลังตรวจสอบกับธนาคาร เมื่อเสร็จแล้วยอดจะขึ้นที่หน้าแรกทันที ไม่ต้องโอนซ้ำ',
      la: 'ໄດ້ຮັບສະລິບແລ້ວ ທີມງານກຳລັງກວດກັບທະນາຄານ ເມື່ອສຳເລັດຍອດຈະຂຶ້ນທີ່ໜ້າຫຼັກທັນທີ ບໍ່ຕ້ອງໂອນຊ້ຳ',
      en: 'We have your slip and are checking it with the bank. The amount shows on your home page as soon as this is done; please do not send the money again.',
    },
  ],
  [
    'withdraw-time',
    {
      th: 'เงินที่ถอนจะเข้าบัญชีธนาคารที่ลงทะเบียนไว้ ปกติภายในไม่กี่นาที ยอดสูงต้องรอทีมงานตรวจสอบก่อน ดูสถานะได้ที่หน้าแรก ใต้ “กำลังดำเนินการ”',
      la: 'ເງິນທີ່ຖອນຈະເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້ ປົກກະຕິພາຍໃນບໍ່ເທົ່າໃດນາທີ ຍອດສູງຕ້ອງລໍຖ້າທີມງານກວດກ່ອນ ເບິ່ງສະຖານະໄດ້ທີ່ໜ້າຫຼັກ ໃຕ້ “ກຳລັງດຳເນີນການ”',
      en: 'Withdrawals go to your registered bank account, usually within minutes. Our team checks large amounts first. Your home page shows the state under “In progress”.',
    },
  ],
  [
    'same-name',
    {
      th: 'ชื่อบัญชีธนาคารต้องตรงกับชื่อที่ลงทะเบียนไว้ เพื่อความปลอดภัยของเงินของคุณ เราไม่รับเงินจากบัญชีของคนอื่น',
      la: 'ຊື່ບັນຊີທະນາຄານຕ້ອງກົງກັບຊື່ທີ່ລົງທະບຽນໄວ້ ເພື່ອຄວາມປອດໄພຂອງເງິນຂອງທ່ານ ພວກເຮົາບໍ່ຮັບເງິນຈາກບັນຊີຂອງຄົນອື່ນ',
      en: 'The name of the bank account must be the one you registered with. To keep your money safe, we take no transfers from other people’s accounts.',
    },
  ],
  [
    'screenshot',
    {
      th: 'กรุณาส่งภาพแคปหน้าจอที่พบปัญหา กดรูปคลิปหนีบกระดาษข้างช่องพิมพ์เพื่อแนบรูป',
      la: 'ກະລຸນາສົ່ງຮູບແຄັບໜ້າຈໍທີ່ພົບບັນຫາ ກົດຮູບຄລິບໜີບເຈ້ຍຂ້າງຊ່ອງພິມເພື່ອແນບຮູບ',
      en: 'Could you send us a picture of the screen where this happens? The paperclip beside the text field attaches it.',
    },
  ],
  [
    'thanks',
    {
      th: 'ขอบคุณที่ติดต่อเรา คุณ{name} หากมีอะไรให้ช่วยอีก เขียนมาได้ตลอดเวลา',
      la: 'ຂອບໃຈທີ່ຕິດຕໍ່ຫາພວກເຮົາ ທ່ານ {name} ຖ້າມີຫຍັງໃຫ້ຊ່ວຍອີກ ຂຽນມາໄດ້ຕະຫຼອດເວລາ',
      en: 'Thank you for writing to us, {name}. If there is anything else, we are here.',
    },
  ],
]

/** Makes the demo's canned replies; those that exist stay as they are. */
export async function insertDemoReplies({ db, clock }: Context): Promise<void> {
  for (const [shortcut, texts] of replies) {
    const id = `cr${randomLetters(16)}`
    const said = { id, shortcut, texts, version: 1 }
    await insertReply(db, { ...said, updatedBy: null, updatedAt: clock.now(), waiting: null })
  }
}
