/**
 * A phone number as people read it out: "081 234 5678", "20 5551 2345". One that has no form of ours
 * (rules.md §2.1) stays as it is.
 */
export const shownPhone = (phone: string): string =>
  /^0\d{9}$/.test(phone)
    ? `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`
    : /^[23]0\d{7,8}$/.test(phone)
      ? `${phone.slice(0, 2)} ${phone.slice(2, -4)} ${phone.slice(-4)}`
      : phone
