/**
 * What ended a bonus that two people ended, where a request of the member is named otherwise (`endedFor`). A
 * member's is a digest, which has no colon.
 */
export const requestOf = (endingId: string): string => `desk:${endingId}`

/** Whether two people ended it. */
export const isByHouse = (endedFor: string | null): boolean => endedFor?.startsWith('desk:') ?? false
