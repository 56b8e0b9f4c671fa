import type { Static } from 'typebox'
import { compareNames } from './name-comparison.ts'
import { type Agreement, compareAccountNo, readAccountNo } from './sender.ts'
import type {
  comparisonResults,
  DeskCompared,
  DeskItem,
  DeskMember,
  DeskQueueName,
} from './slices/desk/desk-item.ts'
import type { DeskLabel } from './slices/desk/desk-labels.ts'

/**
 * Compares the evidence of a review item with the member's registered data. The server requires a second
 * operator by it and the console shows it, so that the two always agree. At run time browsers load only
 * `sender.ts` and `name-comparison.ts` with it.
 */

type QueueName = Static<typeof DeskQueueName>
type Evidence = Static<typeof DeskItem>['evidence']
type Member = Pick<Static<typeof DeskMember>, 'bankCode' | 'bankAccountNo' | 'bankAccountName'>

/** The member's data that evidence is compared with. */
type Fact = 'bankCode' | 'bankAccountNo' | 'bankAccountName'
type Claims = Partial<Record<DeskLabel, Fact>>

/** The answers of `sender.ts` and `name-comparison.ts`; `same` becomes `fits` if only a part is visible. */
export type ComparisonResult = (typeof comparisonResults)[number]

export interface Comparison {
  /** The label in the evidence. */
  label: DeskLabel
  claimed: string
  registered: string
  result: ComparisonResult
  /** Whether it is about the payee, not about the sender. */
  isPayee: boolean
}

const sender: Claims = {
  fromBank: 'bankCode',
  fromAccountNo: 'bankAccountNo',
  fromName: 'bankAccountName',
}
const payee: Claims = {
  bankCode: 'bankCode',
  accountNo: 'bankAccountNo',
  accountName: 'bankAccountName',
}
/** A payment that is taken back has a payee; credits have a sender instead. */
const paid: Claims = {
  toBank: 'bankCode',
  toAccountNo: 'bankAccountNo',
  toName: 'bankAccountName',
}

/** The compared evidence of each queue. */
const claims: Partial<Record<QueueName, Claims>> = {
  slip: sender,
  'bank-transfer': sender,
  'bank-twin': sender,
  'qr-payment': sender,
  'manual-deposit': sender,
  withdrawal: payee,
  payout: payee,
  reversal: { ...sender, ...paid },
}

export const isClaim = (queue: QueueName, label: DeskLabel): boolean => claims[queue]?.[label] !== undefined

/**
 * The comparison with a member's registered data, in the order of the evidence.
 * @param made the server's results, where numbers are masked to the reader
 */
export function compare(
  { queue, evidence }: { queue: QueueName; evidence: Evidence },
  member: Member,
  made: Static<typeof DeskCompared> = [],
): Comparison[] {
  return evidence.flatMap(({ label, value }) => {
    const fact = claims[queue]?.[label]
    if (!fact) return []
    const registered = member[fact]
    const result =
      made.find((compared) => compared.label === label)?.result ?? comparers[fact](value, registered)
    return [{ label, claimed: value, registered, result, isPayee: sender[label] === undefined }]
  })
}

/**
 * Whether the sender of the money that an approval would credit differs from the member in bank, account or
 * name (rules.md §17.5).
 */
export const differs = (item: { queue: QueueName; evidence: Evidence }, member: Member): boolean =>
  claims[item.queue] === sender && compare(item, member).some(({ result }) => result === 'differs')

const comparers: Record<Fact, (claimed: string, registered: string) => ComparisonResult> = {
  bankCode: (claimed, registered) => (claimed === registered ? 'same' : 'differs'),
  bankAccountNo: (claimed, registered) =>
    resultOf(compareAccountNo(claimed, registered), readAccountNo(claimed, 0)?.isWhole ?? false),
  bankAccountName: (claimed, registered) =>
    resultOf(compareNames(claimed, registered), compareNames(registered, claimed) === 'same'),
}

/** @param isEqual whether nothing in the evidence is masked or cut off */
function resultOf(agreement: Agreement, isEqual: boolean): ComparisonResult {
  if (agreement === 'same') return isEqual ? 'same' : 'fits'
  return agreement === 'different' ? 'differs' : 'unclear'
}
