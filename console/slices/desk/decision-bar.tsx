import { Eye, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Note } from '../../ui/states.tsx'
import { useOperator } from '../operator/public.ts'
import type { Item } from './queries.ts'
import type { Verdict } from './standing.ts'

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
  const mine = item.verdicts.find(({ operatorId }) => operatorId === operator?._id)?.verdict
  // Who approved an open item may still correct what was said.
  const mayApprove = mine !== 'approve' || isOpen
  const mayRefuse = mine !== 'refuse'
  const isSecondNeeded = item.approvalsNeeded > 1 || item.refusalsNeeded > 1

  /** Who has said what, and what is still needed. */
  function standing(): string {
    const before = item.verdicts[0]
    const isNote = item.reason === 'CONTRADICTION'
    if (mine) return t(mine === 'approve' || isNote ? 'desk.waitsForSecond' : 'desk.waitsForSecondRefusal')
    if (before) {
      const { name, verdict } = before
      return t(`desk.first.${isNote ? 'note' : verdict}`, { name })
    }
    return t(isNote ? 'desk.twoLook' : item.refusalsNeeded > 1 ? 'desk.twoForEither' : 'desk.twoNeeded')
  }

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
              <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>{standing()}</Note>
            )}
            <div className="grid grid-cols-[1fr_2fr] gap-3 wide:flex wide:justify-end">
              {mayRefuse && (
                <Button look="quiet" onClick={() => onAsk('refuse')}>
                  {t('desk.refuse')}
                </Button>
              )}
              {mayApprove && (
                <Button look={mine ? 'quiet' : 'primary'} onClick={() => onAsk('approve')}>
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
