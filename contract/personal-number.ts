import { Type } from './endpoint.ts'

/**
 * The keyword by which the server finds, in the answers of the console's calls, the phone and account numbers
 * of members and senders; it masks them for an operator who may not see them whole (rules.md §17.8).
 * `number`: a text that is one; `fact`: an object with `label` and `value`, which is one if its label says
 * so; `details`: recorded facts of whatever form.
 */
export const personal = 'x-personal'
export type Personal = 'number' | 'fact' | 'details'

/** Marks a schema. */
export const marked = (as: Personal) => ({ [personal]: as })

/** A phone or account number of a member or a sender, in an answer of the console. */
export const PersonalNumber = () =>
  Type.String({
    ...marked('number'),
    description: 'A phone or account number; support and auditor are answered its last four digits',
  })

/**
 * Queues whose fact `accountNo` is the house's account, to which the money came; elsewhere it is the payee's.
 */
const ofHouse = ['slip', 'manual-deposit', 'bank-transfer', 'bank-twin', 'qr-payment', 'return', 'reversal']

/**
 * Whether a fact is the number of a member's or a sender's account. Whom a slip names as the receiver need
 * not be the house. A gift's wallet is the house's.
 * @param queue the fact's queue, where it is of one
 */
export const isPersonalFact = (queue: string | undefined, label: string): boolean =>
  label === 'fromAccountNo' ||
  label === 'toAccountNo' ||
  (label === 'accountNo' && !(queue !== undefined && ofHouse.includes(queue)))

/** Names under which details have a number that is no fact with a label. */
export const personalKeys: readonly string[] = [
  'username',
  'phone',
  'phoneNumber',
  'bankAccountNo',
  'accountNo',
  'fromAccountNo',
  'toAccountNo',
]
