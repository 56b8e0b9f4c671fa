/**
 * The how-to guides in their order; words in texts.*.json, pictures under /art/guides/. The two about bonuses
 * (`receive-bonus`, `end-bonus`) join the list together with the page that they explain.
 */
export const guides = ['wallet', 'enter-game', 'check-balance'] as const
export type Guide = (typeof guides)[number]

export const steps = [1, 2, 3, 4] as const

export const guidePicture = (guide: Guide, step: (typeof steps)[number]): string =>
  `/art/guides/${guide}/${step}.svg`
