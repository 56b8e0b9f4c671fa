/** The how-to guides in their order (product.md §2 Howto); words in texts.*.json, films under /films/. */
export const guides = ['wallet', 'enter-game', 'check-balance', 'receive-bonus', 'end-bonus'] as const
export type Guide = (typeof guides)[number]
