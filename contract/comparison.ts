import type { Static } from 'typebox'
import { type Agreement, compareAccountNo, compareNames, readAccountNo } from './sender.ts'
import type { DeskItem, DeskLabel, DeskMember, DeskQueueName } from './slices/desk/desk-item.ts'

/**
 * What the evidence of a desk item claims beside what the member has registered: the server asks for a second person by it
 * and the console shows it, so that the two never disagree. At run time the browser takes only `sender.ts` with it.
 */

type QueueName = Static<typeof DeskQueueName>
type Evidence = Static<typeof DeskItem>['evidence']
type Member = Pick<Static<typeof DeskMember>, 'bankCode' | 'bankAccountNo' | 'bankAccountName'>

/** The member's data that an item's evidence may claim. */
type Fact = 'bankCode' | 'bankAccountNo' | 'bankAccountName'
type Claims = Partial<Record<DeskLabel, Fact>>

/** The contract's answers; of `same`, `fits` where only a part is visible. */
export type Verdict = 'same' | 'fits' | 'differs' | 'unclear'

export interface Comparison {
  /** The evidence's own label. */
  label: DeskLabel
  claimed: string
  registered: string
  verdict: Verdict
  /** Whether it is of whom the money was paid to, not of whom it came from. */
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
/** Of a payment that is taken back: whom it was paid to. Credits have the sender instead. */
const paid: Claims = {
  toBank: 'bankCode',
  toAccountNo: 'bankAccountNo',
  toName: 'bankAccountName',
}

/** The evidence of each queue that is compared with what the member has registered. */
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

/** What the evidence claims beside what the member has registered, in the evidence's order. */
export function compare(
  { queue, evidence }: { queue: QueueName; evidence: Evidence },
  member: Member,
): Comparison[] {
  return evidence.flatMap(({ label, value }) => {
    const fact = claims[queue]?.[label]
    if (!fact) return []
    const registered = member[fact]
    const verdict = judges[fact](value, registered)
    return [{ label, claimed: value, registered, verdict, isPayee: sender[label] === undefined }]
  })
}

/** Whether the sender of what an approval would credit is somebody else by bank, account or name (rules.md §17.5). */
export const differs = (item: { queue: QueueName; evidence: Evidence }, member: Member): boolean =>
  claims[item.queue] === sender && compare(item, member).some(({ verdict }) => verdict === 'differs')

const judges: Record<Fact, (claimed: string, registered: string) => Verdict> = {
  bankCode: (claimed, registered) => (claimed === registered ? 'same' : 'differs'),
  bankAccountNo: (claimed, registered) =>
    verdictOf(compareAccountNo(claimed, registered), readAccountNo(claimed, 0)?.isWhole ?? false),
  bankAccountName: (claimed, registered) =>
    verdictOf(compareNames(claimed, registered), compareNames(registered, claimed) === 'same'),
}

/** @param isEqual whether nothing of the claim is masked or cut off */
function verdictOf(agreement: Agreement, isEqual: boolean): Verdict {
  if (agreement === 'same') return isEqual ? 'same' : 'fits'
  return agreement === 'different' ? 'differs' : 'unclear'
}
