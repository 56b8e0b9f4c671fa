import { textOr } from '../../../app/i18n.ts'

/** The text of a usual reason. */
export const codeText = (code: string): string => textOr([`desk.code.${code}`], code)

/** The reason of a decision: the usual one, the operator's own words, or both. */
export const reasonOf = ({ reason, reasonCode }: { reason: string; reasonCode: string | null }): string =>
  [reasonCode === null ? '' : codeText(reasonCode), reason].filter(Boolean).join(': ')
