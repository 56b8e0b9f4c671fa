import { Eye, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Note } from '../../ui/states.tsx'
import { useOperator } from '../operator/public.ts'
import type { Verdict } from './decide-modal.tsx'
import type { Item } from './queries.ts'

/** What may be decided here, what it means, and the two buttons; for those who may not, why there are none. */
export function DecisionBar({
  item,
  mayDecide,
  onAsk,
}: {
  item: Item
  mayDecide: boolean
  onAsk(verdict: Verdict): void
}) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const isOpen = item.member === null || item.amount === null
  const hasApproved = item.approvals.some(({ operatorId }) => operatorId === operator?._id)
  // Who approved an open item may still correct what was said.
  const mayApprove = !hasApproved || isOpen
  const isSecondNeeded = item.approvalsNeeded > 1

  return (
    <div className="sticky bottom-0 border-t border-line bg-surface px-5 py-3">
      <div className="mx-auto grid max-w-3xl gap-3">
        {!mayDecide ? (
          <Note tone="neutral" icon={<Eye className="mt-0.5 size-5 shrink-0" aria-hidden />}>
            {t('desk.mayNotDecide')}
          </Note>
        ) : (
          <>
            {isSecondNeeded && (
              <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>
                {hasApproved ? t('desk.waitsForSecond') : t('desk.twoNeeded')}
              </Note>
            )}
            <div className="grid grid-cols-[1fr_2fr] gap-3 wide:flex wide:justify-end">
              <Button look="quiet" onClick={() => onAsk('refuse')}>
                {t('desk.refuse')}
              </Button>
              {mayApprove && (
                <Button onClick={() => onAsk('approve')}>
                  {item.amount === null
                    ? t('desk.approve')
                    : t('desk.approveAmount', { amount: formatMoney(item.amount, item.currency) })}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  )
}
