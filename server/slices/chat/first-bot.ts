import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { BotMessage, ChatButton } from '@krapao/contract/slices/chat/message.ts'

/** What the bot says until operators write their own. */

type Words = Record<'th' | 'la' | 'en', string>
const languages = ['th', 'la', 'en'] as const
const each = (make: (language: 'th' | 'la' | 'en') => BotMessage[]) =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
    'th' | 'la' | 'en',
    BotMessage[]
  >
const text = (words: Words) =>
  each((language) => [{ message_type: 'text', payload: { message: words[language] } }])

const topics: [postback: string, Words][] = [
  ['deposit', { th: 'ฝากเงินไม่เข้า', la: 'ຝາກເງິນບໍ່ເຂົ້າ', en: 'My deposit is missing' }],
  ['withdraw', { th: 'ถอนเงิน', la: 'ຖອນເງິນ', en: 'Withdrawals' }],
  ['bonus', { th: 'โบนัสและเงื่อนไข', la: 'ໂບນັດ ແລະ ເງື່ອນໄຂ', en: 'Bonuses and their conditions' }],
  ['agent', { th: 'คุยกับทีมงาน', la: 'ລົມກັບທີມງານ', en: 'Talk to our team' }],
]
const buttonOf = ([payload, title]: (typeof topics)[number], language: keyof Words): ChatButton => ({
  type: 'postback',
  title: title[language],
  payload,
})
const menu = (words: Words) =>
  each((language) => [
    {
      message_type: 'quick_replies',
      payload: { message: words[language], buttons: topics.map((topic) => buttonOf(topic, language)) },
    },
  ])

/** An answer, and under it the way to a person. */
const answer = (words: Words) =>
  each((language) => [
    {
      message_type: 'buttons',
      payload: {
        message: words[language],
        buttons: [buttonOf(topics[3] as (typeof topics)[number], language)],
      },
    },
  ])

export const firstBot: BotContent = {
  greeting: menu({
    th: 'สวัสดี มีอะไรให้เราช่วยไหม เลือกหัวข้อ หรือพิมพ์คำถามได้เลย',
    la: 'ສະບາຍດີ ມີຫຍັງໃຫ້ພວກເຮົາຊ່ວຍບໍ? ເລືອກຫົວຂໍ້ ຫຼື ພິມຄຳຖາມໄດ້ເລີຍ',
    en: 'Hello! How can we help? Choose a topic or write your question.',
  }),
  rules: [
    {
      postback: 'deposit',
      keywords: ['ฝาก', 'ສະລິບ', 'ຝາກ', 'สลิป', 'deposit', 'slip'],
      replies: answer({
        th: 'เงินฝากมักเข้าภายในไม่กี่นาที ดูสถานะได้ที่หน้าแรก ใต้ “กำลังดำเนินการ” หากโอนแล้วยังไม่เข้า ให้ส่งสลิปที่หน้าฝากเงิน',
        la: 'ເງິນຝາກມັກເຂົ້າພາຍໃນບໍ່ເທົ່າໃດນາທີ ເບິ່ງສະຖານະໄດ້ທີ່ໜ້າຫຼັກ ໃຕ້ “ກຳລັງດຳເນີນການ” ຖ້າໂອນແລ້ວຍັງບໍ່ເຂົ້າ ໃຫ້ສົ່ງສະລິບທີ່ໜ້າຝາກເງິນ',
        en: 'Deposits usually arrive within minutes; the home page shows them under “In progress”. If yours has not arrived, send its slip on the deposit page.',
      }),
      handsOver: false,
    },
    {
      postback: 'withdraw',
      keywords: ['ถอน', 'ຖອນ', 'withdraw'],
      replies: answer({
        th: 'เงินที่ถอนจะโอนเข้าบัญชีธนาคารที่ลงทะเบียนไว้เท่านั้น ดูสถานะได้ที่หน้าแรก ใต้ “กำลังดำเนินการ” ยอดสูงอาจต้องรอทีมงานตรวจสอบ',
        la: 'ເງິນທີ່ຖອນຈະໂອນເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ເບິ່ງສະຖານະໄດ້ທີ່ໜ້າຫຼັກ ໃຕ້ “ກຳລັງດຳເນີນການ” ຍອດສູງອາດຕ້ອງລໍຖ້າທີມງານກວດສອບ',
        en: 'Withdrawals go to your registered bank account only; the home page shows them under “In progress”. Our team may check large amounts first.',
      }),
      handsOver: false,
    },
    {
      postback: 'bonus',
      keywords: ['โบนัส', 'ໂບນັດ', 'bonus', 'เทิร์น', 'turnover'],
      replies: answer({
        th: 'เงื่อนไขและความคืบหน้าของโบนัสอยู่ที่หน้าโบนัส พร้อมยอดที่ยังขาด',
        la: 'ເງື່ອນໄຂ ແລະ ຄວາມຄືບໜ້າຂອງໂບນັດຢູ່ທີ່ໜ້າໂບນັດ ພ້ອມຍອດທີ່ຍັງຂາດ',
        en: 'The bonus page shows the conditions of your bonus, how far you are and what is still needed.',
      }),
      handsOver: false,
    },
    {
      postback: 'agent',
      keywords: [
        'ทีมงาน',
        'แอดมิน',
        'เจ้าหน้าที่',
        'ທີມງານ',
        'ແອດມິນ',
        'ພະນັກງານ',
        'our team',
        'admin',
        'agent',
        'person',
      ],
      replies: each(() => []),
      handsOver: true,
    },
    // Last: who greets and says what it is about is answered by what it is about.
    {
      postback: '',
      keywords: ['สวัสดี', 'หวัดดี', 'ສະບາຍດີ', 'hello'],
      replies: menu({
        th: 'สวัสดี เลือกหัวข้อ หรือบอกเราได้เลยว่าเรื่องอะไร',
        la: 'ສະບາຍດີ ເລືອກຫົວຂໍ້ ຫຼື ບອກພວກເຮົາໄດ້ເລີຍວ່າເລື່ອງຫຍັງ',
        en: 'Hello! Choose a topic, or tell us what it is about.',
      }),
      handsOver: false,
    },
  ],
  fallback: {
    replies: text({
      th: 'ขอส่งต่อให้ทีมงาน',
      la: 'ຂໍສົ່ງຕໍ່ໃຫ້ທີມງານ',
      en: 'I will pass this on to our team.',
    }),
    handsOver: true,
  },
  handedOver: {
    th: 'ทีมงานจะตอบในไม่ช้า คุณปิดหน้านี้ได้ คำ⁠ตอบจะรออยู่ที่นี่',
    la: 'ທີມງານຈະຕອບໃນໄວໆນີ້ ທ່ານປິດໜ້ານີ້ໄດ້ ຄຳ⁠ຕອບຈະລໍຖ້າຢູ່ບ່ອນນີ້',
    en: 'Our team will answer soon. You may close this; the answer will wait for you here.',
  },
  away: {
    th: 'ขณะนี้อยู่นอกเวลาทำการ ทีมงานจะตอบเมื่อเปิดทำการ คำ⁠ตอบจะรออยู่ที่นี่',
    la: 'ຕອນນີ້ຢູ່ນອກເວລາເຮັດວຽກ ທີມງານຈະຕອບເມື່ອເປີດເຮັດວຽກ ຄຳ⁠ຕອບຈະລໍຖ້າຢູ່ບ່ອນນີ້',
    en: 'Our team is away now and will answer when it is back. The answer will wait for you here.',
  },
}
