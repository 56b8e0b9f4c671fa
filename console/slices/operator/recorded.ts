import { formatDate } from '@krapao/web/ui/format.ts'
import { textOr } from '../../app/i18n.ts'

/**
 * A recorded fact as a person reads it: times in local form, codes in words by the key that they stand under.
 * What has no text yet shows itself rather than nothing.
 * @param action the audited action: of a changed role, before and after are roles; of a changed name they are names, whatever they say
 */
export function inWords(key: string, value: string, action: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDate(value)
  const isChange = key === 'from' || key === 'to'
  if (key === 'name' || key === 'email' || (isChange && action === 'operator.renamed')) return value
  if (key === 'role' || (isChange && action === 'operator.role-changed')) {
    return textOr([`operator.role.${value}`], value)
  }
  if (key === 'overtaken') return textOr([`operator.overtaken.${value}`], value)
  if (key === 'reportedBy') return textOr([`desk.source.${value}`], value)
  if (key === 'place') return textOr([`desk.beside.place.${value}`], value)
  if (key === 'at') return textOr([`desk.bank.${value}`], value)
  // An HTTP answer has its number behind the code.
  const [, kind, number] = /^(HTTP|GARBAGE)_(\d{3})$/.exec(value) ?? []
  return textOr(
    [
      `operator.why.${value}`,
      `desk.reason.${value}`,
      `desk.value.${value}`,
      `desk.answer.${kind ?? value.replaceAll(' ', '_')}`,
    ],
    value,
    { number },
  )
}
