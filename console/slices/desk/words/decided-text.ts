import type { AnswerOf } from '@krapao/contract/client.ts'
import { t } from '@krapao/web/i18n/i18n.ts'
import { textOr } from '../../../app/i18n.ts'
import { formatWhen } from '../../../ui/when.ts'
import type { QueueName } from '../queries.ts'
import { asksFact, factText } from './verbs.ts'

export type Decision = NonNullable<AnswerOf<'GET /api/console/desk/:queue/:id'>['decision']>

/** Who decided what and when; a refusal of a later decision carries the same. */
export type DecidedMeanwhile = Partial<
  Pick<Decision, 'choice' | 'decidedBy' | 'at' | 'superseded' | 'reference'>
>

/**
 * The end of an item in one sentence: "You approved this at 14:03". @param ownId the operator who reads it
 */
export function decidedText(
  queue: QueueName,
  { choice, decidedBy, at, superseded }: DecidedMeanwhile,
  ownId: string | undefined,
): string {
  if (!choice) return t('desk.decided.underWay')
  const when = at ? formatWhen(at) : t('desk.decided.noTime')
  const instead = superseded ? supersededText(queue, superseded) : ''
  const withWhy = (decision: string): string => (instead ? `${decision} ${instead}` : decision)
  if (!decidedBy) return withWhy(t(`desk.decided.system.${choice}`, { at: when }))
  const whose = decidedBy._id === ownId ? 'own' : 'other'
  const { name } = decidedBy
  const decision = asksFact(queue)
    ? t(`desk.decided.${whose}.fact`, { name, at: when, fact: factText(queue, choice) })
    : t(`desk.decided.${whose}.${choice}`, { name, at: when })
  return withWhy(decision)
}

/**
 * Why an approval had no effect, or why nobody decided. A doubtful bet is no transfer: another report of it
 * counts.
 */
const supersededText = (queue: QueueName, superseded: string): string =>
  queue === 'bet-review' ? t('desk.superseded.bet') : textOr([`desk.superseded.${superseded}`], '')

/**
 * The same for an operator whose decision came too late. It names the recorded reference of the other side,
 * and the operator's own if it differs: then something may have been sent twice.
 * @param own the reference that this operator typed; empty if none was asked for
 */
export function tooLateText(
  queue: QueueName,
  decided: DecidedMeanwhile,
  ownId: string | undefined,
  own: string,
): string {
  const decision = decidedText(queue, decided, ownId)
  const { reference } = decided
  if (!reference) return decision
  const under = isOtherReference(decided, own)
    ? t('desk.decided.otherReference', { reference, own: own.trim() })
    : t('desk.decided.reference', { reference })
  return `${decision} ${under}`
}

/**
 * Whether what was typed is another reference than the recorded one: the same money may have been sent twice.
 */
export const isOtherReference = ({ reference }: DecidedMeanwhile, own: string): boolean =>
  Boolean(reference) && own.trim() !== '' && spelled(own) !== spelled(reference ?? '')

/** References are compared without blanks and case. */
const spelled = (reference: string): string => reference.replace(/\s/g, '').toUpperCase()
