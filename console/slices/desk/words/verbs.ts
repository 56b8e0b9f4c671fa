import { t } from '@krapao/web/i18n/i18n.ts'
import { textOr } from '../../../app/i18n.ts'
import type { Item, QueueName } from '../queries.ts'
import { approveCost } from './cost.ts'
import type { Choice } from './votes.ts'

/** The names of the two decisions on an item. */

/** Queues that ask what happened outside: their decisions state facts and grant nothing (rules.md §17.4). */
const factual: Partial<Record<QueueName, true>> = {
  payout: true,
  transfer: true,
  gift: true,
  'bank-twin': true,
  return: true,
  reversal: true,
  prize: true,
  'bet-review': true,
}

/** Queues whose items belong to no member, so that an approval names none. */
const ownerless: Partial<Record<QueueName, true>> = { return: true, campaign: true, 'bet-day': true }

export const isOwnerless = (queue: QueueName): boolean => ownerless[queue] === true

export const asksFact = (queue: QueueName): boolean => factual[queue] === true

/**
 * Whether the item was already settled and the other side contradicts: both decisions are only recorded, and
 * no money moves.
 */
export const isNote = ({ queue, reason }: Pick<Item, 'queue' | 'reason'>): boolean =>
  reason === 'CONTRADICTION' && (queue === 'payout' || queue === 'transfer')

/** A fact in words, with the amount that it moves, if any. */
export function factText(queue: QueueName, choice: Choice, amount?: string): string {
  const key = `desk.fact.${queue}.${choice}`
  return amount === undefined ? textOr([`${key}Plain`, key], '') : textOr([key], '', { amount })
}

/** The effect of a decision. If both sides had already settled, nothing is settled again. */
export function meaningText(item: Pick<Item, 'queue' | 'reason'>, choice: Choice): string {
  if (isNote(item)) return t('desk.onlyNoted')
  return item.reason === 'CONTRADICTION' && item.queue === 'bank-transfer' && choice === 'refuse'
    ? t('desk.queue.bank-transfer.refuseContradiction')
    : t(`desk.queue.${item.queue}.${choice}`)
}

/** The label of a decision's button. */
export function actText(item: Item, choice: Choice, amount?: string): string {
  if (asksFact(item.queue)) return factText(item.queue, choice, isNote(item) ? undefined : amount)
  if (choice === 'refuse') return t('desk.refuse')
  if (amount !== undefined) return t('desk.approveAmount', { amount })
  return approveCost(item) ?? t('desk.approve')
}

/** The title of the dialog for a decision. */
export function askText({ queue }: Pick<Item, 'queue'>, choice: Choice): string {
  if (asksFact(queue)) return factText(queue, choice)
  const what = t(`desk.queue.${queue}.one`)
  return choice === 'approve' ? t('desk.approveTitle', { what }) : t('desk.refuseTitle', { what })
}

/** The message after a decision was recorded. @param isDone false: it waits for a second operator */
export function doneText(
  item: Pick<Item, 'queue' | 'reason'>,
  choice: Choice,
  isDone: boolean,
  amount?: string,
): string {
  if (asksFact(item.queue)) {
    const fact = factText(item.queue, choice)
    return isDone ? t('desk.recorded', { fact }) : t('desk.halfRecorded', { fact })
  }
  if (choice === 'refuse') {
    return isDone ? t('desk.refused', { what: t(`desk.queue.${item.queue}.one`) }) : t('desk.halfRefused')
  }
  if (amount === undefined) {
    return isDone ? t('desk.doneWhat', { what: t(`desk.queue.${item.queue}.one`) }) : t('desk.waitsForSecond')
  }
  return isDone ? t('desk.done', { amount }) : t('desk.halfDone', { amount })
}
