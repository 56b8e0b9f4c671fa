/**
 * Sizes, minimums and delays that both sides use (product.md §9). No dependency: the browser uses this file
 * too.
 */

export const password = { min: 8, max: 128 }
/** Banks whose account name must be in English letters (product.md §5). */
export const englishNameBanks: readonly string[] = ['KTB', 'TMB', 'BBL']
export const englishName = /^[A-Za-z ]+$/
/** Banks the register wizard recommends outside the Lao build (product.md §9). */
export const recommendedBanks: readonly string[] = ['KBANK', 'KTB']
/** Currencies of the Lao build and its default (product.md §5). */
export const laoCurrencies = ['LAK', 'BAHT'] as const
export const otpDigits = 6
/** The fixed header of every call (product.md §7). */
export const requestedWith = 'wallet-user'
/** The bank code of payment wallets; their account numbers are phone numbers. */
export const paymentWallet = 'EWALLET'
/** Rows of a page (product.md §9). */
export const paging = {
  statement: 10,
  slips: 10,
  invites: 10,
  refunds: 10,
  coupons: 3,
  spins: 10,
  before: 3,
  after: 1,
}
/** Milliseconds (product.md §9). */
export const delays = {
  call: 60_000,
  upload: 300_000,
  redirectAfterRegister: 2000,
  conditions: 200,
  agreement: 1500,
  copyAfterRename: 1000,
  claim: 500,
  wheelResize: 500,
} as const

/** Limits of the chat (product.md §5 and §9); sizes in bytes, times in milliseconds. */
export const chat = {
  historyPage: 10,
  /** Most characters of a text. */
  text: 2000,
  /** Canned replies: how many there may be, and most characters of a shortcut. */
  replies: 200,
  replyShortcut: 24,
  image: 10 * 1024 * 1024,
  video: 20 * 1024 * 1024,
  rejoin: 5000,
  sendDelay: 500,
  readEvery: 1000,
  /** Pixels from its end within which a history counts as read to the end. */
  atEnd: 60,
  imageTypes: ['png', 'jpeg', 'jpg', 'gif'],
  videoTypes: ['mp4', 'mov'],
} as const

/**
 * Limits of what the chat's bot says (rules.md §12.4): characters of a text, and how many of something there
 * may be.
 */
export const bot = {
  steps: 100,
  keywords: 50,
  keyword: 60,
  shortestKeyword: 2,
  /** Messages of one answer. */
  replies: 5,
  /** Buttons under a text, and under a card. */
  buttons: 10,
  cardButtons: 4,
  cards: 10,
  /** Of a button or card. */
  title: 80,
  subtitle: 200,
  /** A button's address, or a picture's. */
  address: 500,
  /** What is said when the staff take over. */
  words: 500,
} as const

/** The most clear items of the desk that one call approves. */
export const mostClearItems = 50
