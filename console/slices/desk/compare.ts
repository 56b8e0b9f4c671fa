import type { DeskLabel } from '@krapao/contract/slices/desk/desk-item.ts'
import type { Item, Member, QueueName } from './queries.ts'

/** The member's data that an item's evidence may claim. */
type Fact = 'bankCode' | 'bankAccountNo' | 'bankAccountName'
type Claims = Partial<Record<DeskLabel, Fact>>

/** same: equal. fits: what is visible agrees, the rest is masked or cut off. unclear: cannot be told, e.g. other letters. */
export type Verdict = 'same' | 'fits' | 'differs' | 'unclear'

export interface Comparison {
  /** The evidence's own label. */
  label: DeskLabel
  claimed: string
  registered: string
  verdict: Verdict
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

/** Which evidence of a queue tells something that the member has registered, too. */
const claims: Partial<Record<QueueName, Claims>> = {
  slip: sender,
  'bank-transfer': sender,
  'bank-twin': sender,
  'qr-payment': sender,
  'manual-deposit': sender,
  withdrawal: payee,
  payout: payee,
}

export const isClaim = (queue: QueueName, label: DeskLabel): boolean => claims[queue]?.[label] !== undefined

/** What the evidence claims beside what the member has registered, in the evidence's order. */
export function compare({ queue, evidence }: Pick<Item, 'queue' | 'evidence'>, member: Member): Comparison[] {
  return evidence.flatMap(({ label, value }) => {
    const fact = claims[queue]?.[label]
    if (!fact) return []
    const registered = member[fact]
    return [{ label, claimed: value, registered, verdict: judges[fact](value, registered) }]
  })
}

const judges: Record<Fact, (claimed: string, registered: string) => Verdict> = {
  bankCode: (claimed, registered) => (claimed === registered ? 'same' : 'differs'),
  bankAccountNo: compareNumbers,
  bankAccountName: compareNames,
}

/** Numbers, of which a bank may show a part (xxx-x-x1234-x). */
export function compareNumbers(claimed: string, registered: string): Verdict {
  const shown = claimed.replace(/[^0-9xX*•]/g, '')
  if (!/\d/.test(shown)) return 'unclear'
  if (/^\d+$/.test(shown)) return shown === registered ? 'same' : 'differs'
  if (shown.length !== registered.length) return 'unclear'
  return [...shown].every((sign, at) => !/\d/.test(sign) || sign === registered[at]) ? 'fits' : 'differs'
}

const title = /^(?:(?:MRS|MISS|MR|MS)(?:\. ?| )|(?:นางสาว|น\.ส\.|นาง|นาย|ທ້າວ|ນາງ)(?!\p{M}) ?)/u
const scripts = [/\p{Script=Thai}/u, /\p{Script=Lao}/u, /\p{Script=Latin}/u]

/** Names, which banks cut off or mask (MR SOMCHAI J***), and may write in other letters. */
export function compareNames(claimed: string, registered: string): Verdict {
  const [shown, own] = [plain(claimed), plain(registered)]
  if (shown === own) return 'same'
  if (shown === '' || scriptOf(shown) !== scriptOf(own)) return 'unclear'
  const parts = shown.split(' ').map((part) => part.replace(/[*.]+$/, ''))
  const owned = own.split(' ')
  const fits =
    parts.length <= owned.length &&
    parts.every((part, at) => owned[at]?.startsWith(part)) &&
    // The first name in full, unless it is masked itself.
    (parts[0] === owned[0] || /^\S*\*/.test(shown))
  return fits ? 'fits' : 'differs'
}

const plain = (name: string): string =>
  name.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ').trim().replace(title, '')
const scriptOf = (name: string): number => scripts.findIndex((script) => script.test(name))
