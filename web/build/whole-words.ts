import type { Plugin } from 'vite'
import { joiner } from '../i18n/plain-text.ts'

/**
 * Thai and Lao have no blanks between words, so browsers look words up in a list to know where a line may
 * end. The list cuts what is one word to a reader ("ทีม|งาน"), and now and then a syllable ("ໂຫຼ|ດ"). Here
 * are the words of our texts that must stay whole, with a bar where the list cuts them. A bar at an end: what
 * follows, or comes before, stays with it.
 */
const words: Record<string, string> = {
  th: `
    ไม่| ยัง|
    ทีม|งาน รหัส|ผ่าน อีก|ครั้ง ครั้ง|แรก ตรวจ|สอบ เข้า|สู่|ระบบ ออก|จาก|ระบบ คัด|ลอก ใช้|งาน แจ้ง|เตือน ถัด|ไป เกิน|ไป
    ถอน|เงิน ฝาก|เงิน โอน|เงิน ยอด|เงิน ยอด|ฝาก ยอด|รวม จำนวน|เงิน เงิน|คืน ของ|คุณ ของ|ขวัญ ได้|เลย หรือ|ไม่ หรือ|ยัง ใช่|ไหม ถูก|ต้อง
    ขั้น|ตอน ขั้น|ต่ำ ขณะ|นี้ ตอน|นี้ วัน|นี้ พรุ่ง|นี้ ระหว่าง|นี้ ที่|นี่ สัก|ครู่ สิ้น|สุด ดำเนิน|การ หมด|เวลา หมด|อายุ
    เชื่อม|ต่อ ลง|ทะเบียน คืบ|หน้า ก่อน|หน้า หน้า|แรก หน้า|จอ แค|ป|หน้า|จอ ปลาย|ทาง ช่อง|ทาง คำ|ตอบ การ|ตั้ง|ค่า ตั้ง|ค่า ติด|ตั้ง ผู้|ใช้
    ตัว|อักษร ส่วน|ตัว เดิม|พัน วง|ล้อ ค่าย|เกม คา|สิ|โน ค่า|แฮ|ช พาส|คีย์ พร้อม|เพย์ เครือ|ข่าย ลาย|นิ้ว|มือ ผิด|พลาด ย้อน|กลับ
    ภาย|หลัง เทิร์น|ครบ แช|ต|กับ แช|ต บอ|ท เมื่อ|ยอด รอ|ยอด ว่า|ยอด ขอ|กลับ`,
  la: `
    ບໍ່| ຍັງ| |ບໍ?
    ທີມ|ງານ ລະຫັດ|ຜ່ານ ກະແຈ|ຜ່ານ ອີກ|ຄັ້ງ ຂອງ|ທ່ານ ພວກ|ເຮົາ ເຂົ້າ|ສູ່|ລະບົບ ອອກຈາກ|ລະບົບ ໄດ້|ເລີຍ ແຈ້ງ|ເຕືອນ ເທົ່າ|ນັ້ນ ຢູ່|ນີ້
    ຝາກ|ເງິນ ຖອນ|ເງິນ ໂອນ|ເງິນ ຍອດ|ເງິນ ຍອດ|ຝາກ ຍອດ|ລວມ ສ່ວນ|ແບ່ງ ຄິດ|ໄລ່ ຈຳນວນ|ເງິນ ເງິນ|ຄືນ ຂັ້ນ|ຕອນ ຂັ້ນ|ຕ່ຳ ຕົວ|ອັກສອນ ຕົວ|ເລກ ຜູ້|ໃຊ້ ຄຳ|ຂໍ ຄຳ|ຕອບ ໜ້າ|ຫຼັກ ໜ້າ|ຈໍ
    ຕັ້ງ|ຄ່າ ດຳເນີນ|ການ ໝົດ|ເວລາ ໝົດ|ອາຍຸ ເຊື່ອມ|ຕໍ່ ເມື່ອ|ກີ້|ນີ້ ລາຍ|ລະອຽດ ທຸລະ|ກຳ ທົດສະ|ນິຍົມ ເຄືອ|ຂ່າຍ ສັ້ນ|ໆ
    ກະ|ລຸ|ນາ ກຳ|ລັງ ສຳ|ລັບ ສຳ|ເນົາ ບັນ|ທຶກ ບັນ|ຊີ ສະ|ແດງ ສະ|ແກນ ສະ|ລິບ ສະ|ລັອດ ຄູ|ປອງ
    ໂບ|ນັດ ໂຫຼ|ດ ອັບ|ເດດ ວິ|ດີ|ໂອ ເມ|ນູ ບຣາວ|ເຊີ ເວີ|ຊັນ ໂປຣ|ໂມ|ຊັນ ໂປຣ|ໄຟລ໌ ອິນ|ເຕີ|ເນັດ ວອລ|ເລັດ ຄາ|ສິ|ໂນ ເຄຣ|ດິດ ພ້ອມ|ເພ ເຊີ|ບ|ເວີ ຂໍ້|ຄ|ວາ|ມ`,
}

const letter = '[\\u0e00-\\u0eff]'

const rules = Object.fromEntries(
  Object.entries(words).map(([language, list]) => {
    const cuts = list.trim().split(/\s+/)
    const joined = new Map(cuts.map((word) => [word.replaceAll('|', ''), word.replaceAll('|', joiner)]))
    const patterns = cuts
      .sort((a, b) => b.length - a.length)
      .map((word) => {
        const text = word.replaceAll('|', '').replaceAll('?', '\\?')
        if (word.startsWith('|')) return `(?<=${letter})${text}`
        return word.endsWith('|') ? `${text}(?=${letter})` : text
      })
    return [language, { joined, pattern: new RegExp(patterns.join('|'), 'g') }]
  }),
)

/** A text whose words stay whole; that of a language with blanks between its words stays as it is. */
export function wholeWords(text: string, language: string): string {
  const rule = rules[language]
  return rule ? text.replace(rule.pattern, (word) => rule.joined.get(word) ?? word) : text
}

/** Keeps words whole in the files of texts, at build time: the browser gets texts that are ready. */
export const keepWordsWhole = (): Plugin => ({
  name: 'whole-words',
  // Before Vite makes a module of the JSON.
  enforce: 'pre',
  transform(code, id) {
    const language = /\/texts\.(\w+)\.(?:json|visitor|member)(?:$|\?)/.exec(id)?.[1]
    return language && rules[language] ? { code: wholeWords(code, language), map: null } : undefined
  },
})
