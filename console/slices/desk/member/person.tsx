import { Link } from 'wouter'
import { MemberAccount, MemberPhone } from '../numbers/shown-number.tsx'
import type { Member } from '../queries.ts'

/**
 * A member in two lines: name and phone, and the bank account as registered.
 * @param href where the name leads, if it is a link
 */
export const Person = ({ member, href }: { member: Member; href?: string | undefined }) => (
  <>
    <span className="block font-semibold">
      {href ? (
        <Link
          data-found
          href={href}
          className="-mt-3 -mb-1 inline-flex min-h-11 items-center text-link underline"
        >
          {member.name}
        </Link>
      ) : (
        member.name
      )}{' '}
      · <MemberPhone member={member} />
    </span>
    <span className="block text-ink-soft">
      {member.bankCode} <MemberAccount member={member} /> {member.bankAccountName}
    </span>
  </>
)
