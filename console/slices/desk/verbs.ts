import { t } from 'i18next'
import { textOr } from '../../app/i18n.ts'
import type { Item, QueueName } from './queries.ts'
import type { Verdict } from './votes.ts'

/** What the two answers of an item are called. */

/** Queues that ask what happened outside: their answers are facts, not permissions (rules.md §17.4). */
const factual: Partial<Record<QueueName, true>> = {
  payout: true,
  transfer: true,
  gift: true,
  'bank-twin': true,
  return: true,
  reversal: true,
}

export const asksFact = (queue: QueueName): boolean => factual[queue] === true

/** Whether the item was settled before and the other side contradicts: both answers are only noted, no money moves. */
export const isNote = ({ queue, reason }: Pick<Item, 'queue' | 'reason'>): boolean =>
  reason === 'CONTRADICTION' && (queue === 'payout' || queue === 'transfer')

/** A fact in words; with the amount that moves by it where there is one. */
export function factText(queue: QueueName, verdict: Verdict, amount?: string): string {
  const key = `desk.fact.${queue}.${verdict}`
  return amount === undefined ? textOr([`${key}Plain`, key], '') : textOr([key], '', { amount })
}

/** What an answer does. What both sides had settled is not settled again. */
export function meaningText(item: Pick<Item, 'queue' | 'reason'>, verdict: Verdict): string {
  if (isNote(item)) return t('desk.onlyNoted')
  return item.reason === 'CONTRADICTION' && item.queue === 'bank-transfer' && verdict === 'refuse'
    ? t('desk.queue.bank-transfer.refuseContradiction')
    : t(`desk.queue.${item.queue}.${verdict}`)
}

/** What the button of an answer says. */
export function actText(item: Pick<Item, 'queue' | 'reason'>, verdict: Verdict, amount?: string): string {
  if (asksFact(item.queue)) return factText(item.queue, verdict, isNote(item) ? undefined : amount)
  if (verdict === 'refuse') return t('desk.refuse')
  return amount === undefined ? t('desk.approve') : t('desk.approveAmount', { amount })
}

/** What the dialog that asks for an answer is called. */
export function askText({ queue }: Pick<Item, 'queue'>, verdict: Verdict): string {
  if (asksFact(queue)) return factText(queue, verdict)
  const what = t(`desk.queue.${queue}.one`)
  return verdict === 'approve' ? t('desk.approveTitle', { what }) : t('desk.refuseTitle', { what })
}

/** What is said once an answer is recorded. @param isDone false: it waits for a second person */
export function doneText(
  item: Pick<Item, 'queue' | 'reason'>,
  verdict: Verdict,
  isDone: boolean,
  amount?: string,
): string {
  if (asksFact(item.queue)) {
    const fact = factText(item.queue, verdict)
    return isDone ? t('desk.recorded', { fact }) : t('desk.halfRecorded', { fact })
  }
  if (verdict === 'refuse') {
    return isDone ? t('desk.refused', { what: t(`desk.queue.${item.queue}.one`) }) : t('desk.halfRefused')
  }
  return isDone ? t('desk.done', { amount }) : t('desk.halfDone', { amount })
}
