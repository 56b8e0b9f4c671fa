import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import type { ReactNode } from 'react'
import { Person } from '../member/person.tsx'
import type { Evidence } from '../queries.ts'

type Tied = Pick<NonNullable<Evidence['sharers']>[number], 'member' | 'isActive' | 'reasons'>

/** A member with whom the item's has something in common, and what that is (rules.md §2.10). */
export function TiedMember({
  tied: { member, isActive, reasons },
  children,
}: {
  tied: Tied
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <li className="wrap-anywhere">
      <Person member={member} />
      <span className={cx('block', isActive ? 'text-ink-soft' : 'font-medium text-negative')}>
        {[
          ...(isActive ? [] : [t('desk.memberFacts.inactive')]),
          ...reasons.map((reason) => t(`desk.origin.tie.${reason}`)),
        ].join(' · ')}
      </span>
      {children}
    </li>
  )
}
