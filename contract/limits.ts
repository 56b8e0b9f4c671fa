/** Sizes, minimums and delays that both sides use (spec.md §9). No dependency: the browser uses this file too. */

export const phoneDigits = 10
export const password = { min: 8, max: 128 }
/** Banks whose account name must be in English letters (spec.md §5). */
export const englishNameBanks: readonly string[] = ['KTB', 'TMB', 'BBL']
export const englishName = /^[A-Za-z ]+$/
/** Banks the register wizard recommends outside the Lao build (spec.md §9). */
export const recommendedBanks: readonly string[] = ['KBANK', 'KTB']
/** Currencies of the Lao build and its default (spec.md §5). */
export const laoCurrencies = ['LAK', 'BAHT'] as const
/** Least transfer, in baht (spec.md §5). */
export const transferMinimum = 1
/** Seconds before an OTP may be sent again (rules.md §2.4). */
export const otpResendSeconds = 60
export const otpDigits = 6
/** The fixed header of every call (spec.md §7). */
export const requestedWith = 'wallet-user'
/** Least gift link, in baht (spec.md §5). */
export const giftMinimum = 2
/** Gateways of QR codes: least amount, and the quick amounts of their panel, in baht (spec.md §9). */
export const qrGateways = {
  KBANK: { minimum: 1, quick: [10, 20, 50, 100, 500, 1000] },
  WW: { minimum: 100, quick: [100, 200, 300, 500, 1000] },
  PAYONEX: { minimum: 100, quick: [100, 200, 300, 500, 1000] },
  PAYTIMZ: { minimum: 10, quick: [10, 50, 100, 500, 1000] },
  FP: { minimum: 10, quick: [10, 50, 100, 500, 1000] },
} as const
export type QrGateway = keyof typeof qrGateways
/** Rows of a page (spec.md §9). */
export const paging = { statement: 10, slips: 10, before: 3, after: 1 }
/** Milliseconds (spec.md §9). */
export const delays = {
  call: 60_000,
  upload: 300_000,
  redirectAfterRegister: 2000,
  toast: 4000,
  conditions: 200,
  loader: 200,
  agreement: 1500,
  copyAfterRename: 1000,
} as const
/** Who may be a member: full years (rules.md §2.5); the default of the operator's setting. */
export const adultYears = 20

/** Whether a phone number is one of the variant's (rules.md §2.1): Lao 8 to 11 digits, else 10 with a leading 0. */
export const isPhone = (phone: string, variant: 'th' | 'la'): boolean =>
  variant === 'la' ? /^\d{8,11}$/.test(phone) : /^0\d{9}$/.test(phone)
