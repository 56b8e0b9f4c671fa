import { formatDate } from '@krapao/web/ui/format.ts'
import { bankText } from '../../app/bank-text.ts'
import { textOr } from '../../app/i18n.ts'
import { fieldName } from '../campaign/public.ts'
import { actionText } from './audit-words.ts'

/** Actions whose `from` and `to` are what a person wrote. */
const written = ['operator.renamed', 'chat.reply-added', 'chat.reply-changed', 'chat.reply-removed']

/**
 * A recorded fact as text: times in local form, codes in words, by the fact's key. A code without a text is
 * shown as it is.
 * @param action the audited action: `before` and `after` of a changed role are roles; those of a changed name
 *   are names, whatever they say
 */
export function inWords(key: string, value: string, action: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDate(value)
  const isChange = key === 'from' || key === 'to'
  if (key === 'name' || key === 'email' || (isChange && written.includes(action))) return value
  // of a campaign
  if (key === 'field') return fieldName(value)
  if (key === 'role' || (isChange && action === 'operator.role-changed')) {
    return textOr([`operator.role.${value}`], value)
  }
  if (key === 'what') return textOr([`operator.what.${value}`], value)
  if (key === 'reasonCode') return textOr([`desk.code.${value}`], value)
  if (key === 'superseded') return textOr([`operator.superseded.${value}`], value)
  if (key === 'reportedBy') return textOr([`desk.source.${value}`], value)
  if (key === 'place') return textOr([`desk.beside.place.${value}`], value)
  if (key === 'at') return bankText(value)
  // The HTTP status follows the code.
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

/** What a list or a file was narrowed by, as its page says it. */
export function filterInWords(key: string, value: string): string {
  if (key === 'action') return actionText(value)
  if (key === 'kind') return textOr([`operator.audit.kind.${value}`], value)
  if (key === 'queue') return textOr([`desk.queue.${value}.name`], value)
  if (key === 'end') return textOr([`desk.history.${value}`], value)
  return value
}
