import type { DeskSource } from '@krapao/contract/slices/desk/desk-item.ts'
import type { DeskLabel } from '@krapao/contract/slices/desk/desk-labels.ts'
import { formatAccountNo, formatDate, formatDay, formatMoney } from '@krapao/web/ui/format.ts'
import { bankText } from '../../../app/bank-text.ts'
import { textOr } from '../../../app/i18n.ts'
import type { Item, QueueName } from '../queries.ts'
import { costText } from './cost.ts'
import { asksFact, factText, isNote } from './verbs.ts'
import { lastVote } from './votes.ts'

/**
 * The texts for codes of items. A code without a text is shown as it is. Two reports that may be about the
 * same money are each named by who reported them.
 */
export function reasonText({
  queue,
  reason,
  reportedBy = [],
  counterparts: [other] = [],
}: Pick<Item, 'queue' | 'reason' | 'reportedBy' | 'counterparts'>): string {
  if (reason === 'MAYBE_CREDITED' && reportedBy.length > 0 && other) {
    const names = { this: sourceIn(reportedBy), other: sourceIn(other.reportedBy) }
    return textOr(['desk.beside.maybe'], reason, names)
  }
  return textOr([`desk.reason.${queue}.${reason}`, `desk.reason.${reason}`], reason)
}

/**
 * Who sent the money of an item without a member, from which bank and when, as far as it is reported; of a
 * campaign its title and who made it. It distinguishes such items in a list. Empty where the item has a
 * member.
 */
export function senderText(item: Pick<Item, 'member' | 'evidence' | 'currency'>): string {
  if (item.member) return ''
  return (['fromName', 'fromBank', 'sentAt', 'offerTitle', 'madeBy'] as const)
    .flatMap((wanted) => item.evidence.filter(({ label }) => label === wanted))
    .map(({ label, value }) => {
      const text = valueText(item, label, value)
      // Where the three do not fit into one line, the time is not broken in its middle.
      return label === 'sentAt' ? text.replaceAll(' ', '\u00a0') : text
    })
    .join(' · ')
}

const factIn = ({ evidence = [] }: Partial<Pick<Item, 'evidence'>>, wanted: DeskLabel): string | undefined =>
  evidence.find(({ label }) => label === wanted)?.value

/** What an item is called that is of no member: the code of a campaign, the providers of a day. */
export const ownerlessName = (item: Pick<Item, 'evidence'>): string | undefined =>
  factIn(item, 'offerCode') ?? factIn(item, 'providers')?.replaceAll(' ', ', ')

/**
 * An item's amount in words: it may be unknown, and where a prize is handed over no money moves. A version of
 * a campaign has what it may cost. A day that is to be closed is named in its place.
 */
export function amountText({
  amount,
  currency,
  evidence = [],
}: Pick<Item, 'amount' | 'currency'> & Partial<Pick<Item, 'evidence'>>): string {
  const cost = costText({ evidence, currency })
  if (cost !== undefined) return cost
  const day = factIn({ evidence }, 'day')
  if (day !== undefined) return formatDay(day)
  if (amount === null) return textOr(['desk.noAmount'], '')
  return amount === 0 ? textOr(['desk.noMoney'], '') : formatMoney(amount, currency)
}

/** The source of a report, as a heading and within a sentence: "QR payment", "a QR payment". */
export const sourceName = (reportedBy: DeskSource[]): string =>
  textOr([`desk.source.${reportedBy.join('_')}`], reportedBy.join(' + '))
export const sourceIn = (reportedBy: DeskSource[]): string =>
  textOr([`desk.sourceIn.${reportedBy.join('_')}`], sourceName(reportedBy))

export const labelText = (queue: QueueName, label: DeskLabel): string =>
  textOr([`desk.label.${queue}.${label}`, `desk.label.${label}`], label)

/** The votes on an item that takes two: "Refused by 1 of 2", or that it takes two if nobody has voted. */
export function votesText(item: Item): string {
  const said = lastVote(item)
  if (!said) return textOr(['desk.takesTwo'], '')
  const { choice } = said
  const so = item.votes.filter(({ counts }) => counts).length
  const of = Math.max(choice === 'approve' ? item.approvalsNeeded : item.refusalsNeeded, so + 1)
  if (!asksFact(item.queue)) return textOr([`desk.so.${choice}`], '', { so, of })
  return textOr(['desk.so.fact'], '', { so, of, fact: factText(item.queue, choice) })
}

/** Why an item takes a second operator, and what that means. */
export function secondText(item: Item): string {
  const because = item.secondBecause ? `${textOr([`desk.because.${item.secondBecause}`], '')} ` : ''
  // Only its refusal takes two operators, which the reason says already.
  if (item.approvalsNeeded === 1 && item.refusalsNeeded > 1) return because
  if (item.queue === 'bank-transfer' || item.queue === 'qr-payment') {
    return because + textOr(['desk.two.return'], '')
  }
  if (item.queue === 'reversal') return because + textOr(['desk.two.reversal'], '')
  if (item.queue === 'bet-review') return because + textOr(['desk.two.bet'], '')
  const kind = isNote(item)
    ? 'look'
    : item.refusalsNeeded > 1
      ? 'either'
      : asksFact(item.queue)
        ? 'fact'
        : 'approve'
  return because + textOr([`desk.two.${kind}`], '')
}

/** Banks by the number in a slip's code (Bank of Thailand), named as in the rest of the evidence. */
const banks: Record<string, string> = {
  '002': 'BBL',
  '004': 'KBANK',
  '006': 'KTB',
  '011': 'TMB',
  '014': 'SCB',
  '022': 'CIMB',
  '024': 'UOB',
  '025': 'BAY',
  '030': 'GSB',
  '034': 'BAAC',
}

/** Facts whose values are codes of banks and gateways. */
const isBank: Partial<Record<DeskLabel, true>> = {
  bankCode: true,
  fromBank: true,
  toBank: true,
  statedBank: true,
  gateway: true,
}

/** A fact as text: times in local form, amounts with their unit, codes in words. */
export function valueText({ currency }: Pick<Item, 'currency'>, label: DeskLabel, value: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDate(value)
  if (/amount$/i.test(label) && /^\d+(\.\d+)?$/.test(value)) return formatMoney(Number(value), currency)
  if (/accountNo$/i.test(label)) return formatAccountNo(value)
  if (label === 'day') return formatDay(value)
  if (label === 'providers') return value.replaceAll(' ', ', ')
  if (label === 'campaignKind') return textOr([`campaign.kind.${value}`], value)
  if (label === 'memberSpan') return textOr([`campaign.exposure.span.${value}`], value)
  if (label === 'spinPercent') return `${value} %`
  if (label === 'reversedQueue') return textOr([`desk.queue.${value}.one`], value)
  if (isBank[label]) return bankText(value)
  if (label === 'sendingBank') return banks[value] ?? value
  if (label === 'lastAnswer' || label === 'verifierAnswer') return answerText(value)
  return textOr([`desk.value.${value}`], value)
}

/**
 * The answer to one question about an item: the outcome in words, with the reason behind it if there was one.
 */
export function attemptText(
  queue: QueueName,
  { answer, reason }: { answer: string; reason: string | null },
): string {
  const outcome = textOr([`desk.known.answer.${queue}.${answer}`, `desk.known.answer.${answer}`], answer)
  return reason === null ? outcome : `${outcome} (${answerText(reason)})`
}

/**
 * The other side's last answer: a code of ours, with the HTTP status behind it if there was one. The network
 * layer's codes for broken connections (`ECONNRESET`, `UND_ERR_SOCKET`) share one text.
 */
export function answerText(value: string): string {
  const [, kind, number] = /^(HTTP|GARBAGE)_(\d{3})$/.exec(value) ?? []
  const isBroken = /^(E[A-Z]{2,}(_[A-Z]+)*|UND_ERR_[A-Z_]+|HPE_[A-Z_]+)$/.test(value) && value !== 'ERROR'
  const key = isBroken ? 'BROKEN' : (kind ?? value.replaceAll(' ', '_'))
  return textOr([`desk.answer.${key}`], value, { number })
}
