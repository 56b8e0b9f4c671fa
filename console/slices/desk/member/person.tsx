import { MemberAccount, MemberPhone } from '../numbers/shown-number.tsx'
import type { Member } from '../queries.ts'

/** A member in two lines: name and phone, and the bank account as registered. */
export const Person = ({ member }: { member: Member }) => (
  <>
    <span className="block font-semibold">
      {member.name} · <MemberPhone member={member} />
    </span>
    <span className="block text-ink-soft">
      {member.bankCode} <MemberAccount member={member} /> {member.bankAccountName}
    </span>
  </>
)
