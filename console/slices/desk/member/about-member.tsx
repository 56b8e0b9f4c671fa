import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Member } from '../queries.ts'
import { MemberSummary } from './member-summary.tsx'
import { WriteButton } from './write-button.tsx'

/**
 * What is known of an item's member, below the item. It is loaded when it is opened, because each look is
 * recorded.
 * @param isOpen whether it is open from the beginning
 */
export function AboutMember({ member, isOpen }: { member: Member; isOpen: boolean }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(isOpen)
  return (
    <details open={isShown} onToggle={(event) => setShown(event.currentTarget.open)} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold text-link">
        <ChevronDown className="size-4.5 shrink-0 group-open:rotate-180" aria-hidden />
        {t('desk.memberFacts.title')}
      </summary>
      {isShown && (
        <>
          <WriteButton memberId={member._id} />
          <div className="grid content-start gap-3 pt-1 wide:grid-cols-2">
            <MemberSummary memberId={member._id} />
          </div>
        </>
      )}
    </details>
  )
}
