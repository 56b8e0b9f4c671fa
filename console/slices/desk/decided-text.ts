import type { AnswerOf } from '@krapao/contract/client.ts'
import { t } from 'i18next'
import { textOr } from '../../app/i18n.ts'
import { formatWhen } from '../../ui/when.ts'
import type { QueueName } from './queries.ts'
import { asksFact, factText } from './verbs.ts'

export type Decision = NonNullable<AnswerOf<'GET /api/console/desk/:queue/:id'>['decision']>

/** Who decided what and when; also what a refusal of a verdict carries that came too late. */
export type DecidedMeanwhile = Partial<
  Pick<Decision, 'verdict' | 'decidedBy' | 'at' | 'overtaken' | 'reference'>
>

/** What became of an item, in one sentence: "You approved this at 14:03". @param ownId the operator who reads it */
export function decidedText(
  queue: QueueName,
  { verdict, decidedBy, at, overtaken }: DecidedMeanwhile,
  ownId: string | undefined,
): string {
  if (!verdict) return t('desk.decided.underWay')
  const when = at ? formatWhen(at) : t('desk.decided.noTime')
  if (!decidedBy) return t(`desk.decided.system.${verdict}`, { at: when })
  const whose = decidedBy._id === ownId ? 'own' : 'other'
  const { name } = decidedBy
  const decision = asksFact(queue)
    ? t(`desk.decided.${whose}.fact`, { name, at: when, fact: factText(queue, verdict) })
    : t(`desk.decided.${whose}.${verdict}`, { name, at: when })
  const instead = overtaken ? textOr([`desk.overtaken.${overtaken}`], '') : ''
  return instead ? `${decision} ${instead}` : decision
}

/**
 * The same for whoever came too late with a verdict: with the other side's reference that it was recorded under, beside the
 * own one where that is another. Then something may have been sent twice.
 * @param own what the latecomer typed as the reference; empty where none was asked for
 */
export function tooLateText(
  queue: QueueName,
  told: DecidedMeanwhile,
  ownId: string | undefined,
  own: string,
): string {
  const decision = decidedText(queue, told, ownId)
  const { reference } = told
  if (!reference) return decision
  const isOther = own.trim() !== '' && spelled(own) !== spelled(reference)
  const under = isOther
    ? t('desk.decided.otherReference', { reference, own: own.trim() })
    : t('desk.decided.reference', { reference })
  return `${decision} ${under}`
}

/** References are one whatever their blanks and case. */
const spelled = (reference: string): string => reference.replace(/\s/g, '').toUpperCase()
