/** The how-to guides in their order (product.md §2 Howto); words in texts.*.json, films under /films/. */
export const guides = ['wallet', 'enter-game', 'check-balance', 'receive-bonus', 'end-bonus'] as const
export type Guide = (typeof guides)[number]

/** What people look for, most wanted first; each guide is in one of them. */
export const groups = [
  { name: 'money', guides: ['wallet'] },
  { name: 'play', guides: ['enter-game', 'check-balance'] },
  { name: 'bonus', guides: ['receive-bonus', 'end-bonus'] },
] as const satisfies readonly { name: string; guides: readonly Guide[] }[]

/** What the film of the wallet shows one after the other, each by the step that it begins with, from 0. */
export const topics = { deposit: 2, transfer: 4, withdraw: 5 } as const
export type Topic = keyof typeof topics
