import type { DeskLabel, DeskSource } from '@krapao/contract/slices/desk/desk-item.ts'
import { formatAccountNo, formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { textOr } from '../../app/i18n.ts'
import type { Item, QueueName } from './queries.ts'
import { asksFact, factText, isNote } from './verbs.ts'
import { lastWord } from './votes.ts'

/**
 * How the codes of items are said. What has no text yet shows itself rather than nothing. Of money that may be the same,
 * each of the two is named by who reported it.
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

/** Who told of money, as a heading and within a sentence: "QR payment", "a QR payment". */
export const sourceName = (reportedBy: DeskSource[]): string =>
  textOr([`desk.source.${reportedBy.join('_')}`], reportedBy.join(' + '))
export const sourceIn = (reportedBy: DeskSource[]): string =>
  textOr([`desk.sourceIn.${reportedBy.join('_')}`], sourceName(reportedBy))

/** A bank by its usual abbreviation; gateways and wallets, whose codes are ours, by name. */
export const bankText = (code: string): string => textOr([`desk.bank.${code}`], code)

export const labelText = (queue: QueueName, label: DeskLabel): string =>
  textOr([`desk.label.${queue}.${label}`, `desk.label.${label}`], label)

/** Who has said what where it takes two: "Refused by 1 of 2", or that it takes two where nobody has. */
export function standingText(item: Item): string {
  const said = lastWord(item)
  if (!said) return textOr(['desk.takesTwo'], '')
  const { verdict } = said
  const so = item.verdicts.filter(({ counts }) => counts).length
  const of = Math.max(verdict === 'approve' ? item.approvalsNeeded : item.refusalsNeeded, so + 1)
  if (!asksFact(item.queue)) return textOr([`desk.so.${verdict}`], '', { so, of })
  return textOr(['desk.so.fact'], '', { so, of, fact: factText(item.queue, verdict) })
}

/** Why an item takes a second person, and what that means. */
export function secondText(item: Item): string {
  const because = item.secondBecause ? `${textOr([`desk.because.${item.secondBecause}`], '')} ` : ''
  // Refusing is what takes two here, whatever approving does.
  if (item.queue === 'bank-transfer' || item.queue === 'qr-payment') {
    if (item.approvalsNeeded === 1) return because
    return because + textOr(['desk.two.return'], '')
  }
  if (item.queue === 'reversal') return because + textOr(['desk.two.reversal'], '')
  const kind = isNote(item)
    ? 'look'
    : item.refusalsNeeded > 1
      ? 'either'
      : asksFact(item.queue)
        ? 'fact'
        : 'approve'
  return because + textOr([`desk.two.${kind}`], '')
}

/** Banks by the number that a slip's code has for them (Bank of Thailand), as the rest of the evidence names them. */
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

/** Facts that are codes of banks and gateways. */
const isBank: Partial<Record<DeskLabel, true>> = {
  bankCode: true,
  fromBank: true,
  toBank: true,
  statedBank: true,
  gateway: true,
}

/** A fact as a person reads it: times in local form, amounts with their unit, codes in words. */
export function valueText({ currency }: Pick<Item, 'currency'>, label: DeskLabel, value: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDate(value)
  if (/amount$/i.test(label) && /^\d+(\.\d+)?$/.test(value)) return formatMoney(Number(value), currency)
  if (/accountNo$/i.test(label)) return formatAccountNo(value)
  if (label === 'reversedQueue') return textOr([`desk.queue.${value}.one`], value)
  if (isBank[label]) return bankText(value)
  if (label === 'sendingBank') return banks[value] ?? value
  if (label === 'lastAnswer' || label === 'verifierAnswer') return answerText(value)
  return textOr([`desk.value.${value}`], value)
}

/**
 * What the other side answered last: a code of ours, with the number of an HTTP answer behind it where there is one. The
 * names that the network layer has for broken connections (`ECONNRESET`, `UND_ERR_SOCKET`) all say the same to a person.
 */
function answerText(value: string): string {
  const [, kind, number] = /^(HTTP|GARBAGE)_(\d{3})$/.exec(value) ?? []
  const isBroken = /^(E[A-Z]{2,}(_[A-Z]+)*|UND_ERR_[A-Z_]+|HPE_[A-Z_]+)$/.test(value) && value !== 'ERROR'
  const key = isBroken ? 'BROKEN' : (kind ?? value.replaceAll(' ', '_'))
  return textOr([`desk.answer.${key}`], value, { number })
}
