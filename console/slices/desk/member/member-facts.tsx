import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { CircleCheck, UserRound } from 'lucide-react'
import { MemberAccount, MemberPhone } from '../numbers/shown-number.tsx'
import type { Member } from '../queries.ts'

/** The member, with the registered data. @param isPayee the money goes to the registered account */
export function MemberFacts({ member, isPayee = false }: { member: Member; isPayee?: boolean }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('desk.member')} className="flex items-start gap-3 rounded-2xl bg-card px-4 py-3">
      <UserRound className="mt-0.5 size-5 shrink-0 text-ink-soft" aria-hidden />
      <div className="min-w-0 text-sm">
        <p className="text-base font-semibold">{member.name}</p>
        <p>
          <MemberPhone member={member} />
          <span className="text-ink-soft"> · {t('desk.memberId', { id: member._id })}</span>
        </p>
        <p className="text-ink-soft">
          {member.bankCode} <MemberAccount member={member} /> {member.bankAccountName}
        </p>
        {isPayee && (
          <p className="flex items-start gap-1.5 font-medium text-positive">
            <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
            {t('desk.compare.ownAccount')}
          </p>
        )}
      </div>
    </section>
  )
}
