/** The kinds of campaigns. No dependency: the browser uses this file too. */

export const kinds = ['bonus', 'promotion', 'invite', 'refund', 'wheel'] as const
export type Kind = (typeof kinds)[number]

/** The kinds of prizes of a wheel, in the order in which they are offered; nothing is won by the first. */
export const prizeKinds = ['NONE', 'CREDIT', 'COIN', 'BONUS', 'ITEM'] as const
export type PrizeKind = (typeof prizeKinds)[number]

/** Those that are won as a coupon. */
export type CouponKind = Exclude<PrizeKind, 'NONE'>
export const couponKinds = prizeKinds.filter((kind): kind is CouponKind => kind !== 'NONE')

/** Of these there is one for each currency, and its code is the currency's. */
export const onePerCurrency: readonly Kind[] = ['invite', 'refund', 'wheel']

/** What a code may be, as an operator or a member types it once it is in upper case. */
export const codePattern = /^[A-Z0-9][A-Z0-9-]{1,19}$/

/**
 * A campaign at this moment. ACTIVE: members have it. SCHEDULED: approved, and begins later. WAITING: nothing
 * of it is approved yet. STOPPED: a person ended it at once. ENDED: its time is over. REFUSED: nothing of it
 * was ever approved or waits.
 */
export const campaignStates = ['ACTIVE', 'SCHEDULED', 'WAITING', 'STOPPED', 'ENDED', 'REFUSED'] as const
export type CampaignState = (typeof campaignStates)[number]

/** WITHDRAWN: another version took the place of one that waited, or the campaign was stopped. */
export const versionStates = ['WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN'] as const
export type VersionState = (typeof versionStates)[number]

/** Most characters of a text in one language. */
export const longest = { title: 120, label: 40, html: 6000, sliceHtml: 1500 }
export const maxBanners = 8
export const maxSlices = 24
