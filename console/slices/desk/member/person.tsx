import { formatAccountNo } from '@krapao/web/ui/format.ts'
import type { Member } from '../queries.ts'

/** A member in two lines: name and phone, and the bank account as registered. */
export const Person = ({ member }: { member: Member }) => (
  <>
    <span className="block font-semibold">
      {member.name} · {member.username}
    </span>
    <span className="block text-ink-soft">
      {member.bankCode} {formatAccountNo(member.bankAccountNo)} {member.bankAccountName}
    </span>
  </>
)
