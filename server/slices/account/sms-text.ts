import type { Language } from '../../platform/http.ts'

/** What a code by SMS is for; a code of one purpose is worth nothing for the other (rules.md §2.4). */
export type Purpose = 'register' | 'reset'

export interface CodeMessage {
  brand: string
  code: string
  ref: string
  minutes: number
  /** The host of the page that asks for the code, where it is certain. */
  host: string | undefined
}

type Form = (message: CodeMessage) => string

/** The most characters of one message: more cost the operator a second one. Thai and Lao letters take more room. */
const oneMessage: Record<Language, number> = { th: 70, la: 70, en: 160 }

/** The words of each message, the richest first; the last two are for messages that end with the host. */
const forms: Record<Purpose, Record<Language, [full: Form, ...shorter: Form[]]>> = {
  register: {
    th: [
      ({ brand, code, ref, minutes }) =>
        `${brand}: รหัส OTP ${code} (Ref: ${ref}) ใช้ได้ ${minutes} นาที ห้ามบอกผู้อื่น`,
      ({ brand, code, ref }) => `${brand}: รหัส OTP ${code} (Ref: ${ref}) ห้ามบอกผู้อื่น`,
      ({ code, ref }) => `OTP ${code} (${ref}) ห้ามบอกผู้อื่น`,
    ],
    la: [
      ({ brand, code, ref, minutes }) =>
        `${brand}: ລະຫັດ OTP ${code} (Ref: ${ref}) ໃຊ້ໄດ້ ${minutes} ນາທີ ຢ່າບອກຜູ້ອື່ນ`,
      ({ brand, code, ref }) => `${brand}: ລະຫັດ OTP ${code} (Ref: ${ref}) ຢ່າບອກຜູ້ອື່ນ`,
      ({ code, ref }) => `OTP ${code} (${ref}) ຢ່າບອກຜູ້ອື່ນ`,
    ],
    en: [
      ({ brand, code, ref, minutes }) =>
        `${brand}: your code is ${code} (Ref: ${ref}), valid for ${minutes} minutes. Never share it with anyone.`,
    ],
  },
  reset: {
    th: [
      ({ brand, code, ref }) => `${brand}: OTP ตั้งรหัสผ่านใหม่ ${code} (Ref: ${ref}) ห้ามบอกผู้อื่น`,
      ({ code, ref }) => `OTP ตั้งรหัสผ่านใหม่ ${code} (${ref}) ห้ามบอกผู้อื่น`,
    ],
    la: [
      ({ brand, code, ref }) => `${brand}: OTP ຕັ້ງລະຫັດຜ່ານໃໝ່ ${code} (Ref: ${ref}) ຢ່າບອກຜູ້ອື່ນ`,
      ({ code, ref }) => `OTP ຕັ້ງລະຫັດຜ່ານໃໝ່ ${code} (${ref}) ຢ່າບອກຜູ້ອື່ນ`,
    ],
    en: [
      ({ brand, code, ref, minutes }) =>
        `${brand}: your code to set a new password is ${code} (Ref: ${ref}), valid for ${minutes} minutes. Never share it with anyone.`,
    ],
  },
}

/**
 * The text of a code. Its last line names the page's host and the code, by which phones fill it in on that page and no
 * other (WebOTP), as long as it all fits one message; otherwise the line is left out, and the person types.
 */
export function codeText(purpose: Purpose, language: Language, message: CodeMessage): string {
  const [full, ...shorter] = forms[purpose][language]
  const line = `\n@${message.host} #${message.code}`
  const fitting =
    message.host &&
    [full, ...shorter]
      .map((form) => `${form(message)}${line}`)
      .find((text) => text.length <= oneMessage[language])
  return fitting || full(message)
}

/** What somebody gets who asks for a new password with a number that no member has. */
export const strangerText: Record<Language, (brand: string) => string> = {
  th: (brand) => `${brand}: เบอร์นี้ยังไม่ได้เป็นสมาชิก หากไม่ได้ขอ ไม่ต้องทำอะไร`,
  la: (brand) => `${brand}: ເບີນີ້ຍັງບໍ່ໄດ້ເປັນສະມາຊິກ ຖ້າບໍ່ໄດ້ຂໍ ບໍ່ຕ້ອງເຮັດຫຍັງ`,
  en: (brand) =>
    `${brand}: this number belongs to no member. If you did not ask, you can ignore this message.`,
}
