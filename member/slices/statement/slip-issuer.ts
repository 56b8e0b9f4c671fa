/** The names of those whose slips our staff check, as their own apps write them in every language. */
const names: Partial<Record<string, string>> = { TRUEMONEY: 'TrueMoney', BCEL: 'BCEL One' }

/** @param code `byStaff` of a slip; one that this version does not know is shown as it is */
export const issuerName = (code: string): string => names[code] ?? code
