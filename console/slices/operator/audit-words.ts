import { textOr } from '../../app/i18n.ts'

/** An audited action in words. */
export const actionText = (action: string): string =>
  textOr([`operator.action.${action.replaceAll('.', '-')}`], action)

/** An event about something without a page: a picture, by the kind of its item. */
export function subjectText(kind: string, [first = '', ...rest]: string[]): string {
  const item = textOr([`desk.queue.${first}.one`], '')
  return item ? `${kind} · ${item}` : `${kind} ${[first, ...rest].join(':')}`
}

/**
 * Whom an event names: the member of its subject, of its item, or one that the operator chose. Empty: nobody.
 */
export function memberIdIn(subject: string, details: Record<string, unknown>): string {
  const said = details.said as { memberId?: unknown } | undefined
  const [own, chosen] = [details.memberId, said?.memberId]
  if (typeof own === 'string') return own
  if (typeof chosen === 'string') return chosen
  return subject.startsWith('member:') ? subject.slice('member:'.length) : ''
}

/** What an event was about, in one line. @param subject e.g. `withdrawal:123` */
export function subjectLine(subject: string): string {
  if (subject === '') return ''
  const [kind = '', ...id] = subject.split(':')
  return subjectText(textOr([`desk.queue.${kind}.one`, `operator.subject.${kind}`], kind), id)
}
