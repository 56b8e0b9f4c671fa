/** The how-to guides in their order (product.md §2 Howto); words in texts.*.json, pictures under /art/guides/. */
export const guides = ['wallet', 'enter-game', 'check-balance', 'receive-bonus', 'end-bonus'] as const
export type Guide = (typeof guides)[number]

export const steps = [1, 2, 3, 4] as const

export const guidePicture = (guide: Guide, step: (typeof steps)[number]): string =>
  `/art/guides/${guide}/${step}.svg`
