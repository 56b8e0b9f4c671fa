/** The part of an id that people read out and operators search by; it is long enough to be unique. */
export const shortReference = (id: string): string => id.slice(0, 14).toUpperCase()
