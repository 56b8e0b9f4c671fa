import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Eye, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOperator } from '../../app/use-operator.ts'
import { secondText } from './labels.ts'
import type { Item } from './queries.ts'
import { actText, asksFact, factText, isNote } from './verbs.ts'
import { lastWord, type Verdict } from './votes.ts'

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
  const isOpen = (item.member === null && item.queue !== 'return') || item.amount === null
  const before = lastWord(item)
  const mine = before?.operatorId === operator?._id ? before?.verdict : undefined
  const isFact = asksFact(item.queue)
  // Who approved an open item may still correct what was said.
  const mayApprove = mine !== 'approve' || isOpen
  const mayRefuse = mine !== 'refuse'
  const isSecondNeeded = item.approvalsNeeded > 1 || item.refusalsNeeded > 1
  const amount = item.amount === null ? undefined : formatMoney(item.amount, item.currency)

  /** Who has said what, and what is still needed. */
  function standing(): string {
    if (!before) return secondText(item)
    const fact = isFact ? factText(item.queue, before.verdict) : ''
    if (mine) {
      if (isFact) return t('desk.waitsForFact', { fact })
      return t(mine === 'approve' ? 'desk.waitsForSecond' : 'desk.waitsForSecondRefusal')
    }
    const { name, verdict } = before
    return t(`desk.first.${isNote(item) ? 'note' : isFact ? 'fact' : verdict}`, { name, fact })
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
            {(isSecondNeeded || before) && (
              <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>{standing()}</Note>
            )}
            <div className="grid grid-cols-[1fr_2fr] gap-3 has-[.fact]:grid-cols-2 wide:flex wide:justify-end">
              {mayRefuse && (
                <Button look="quiet" className={isFact ? 'fact' : undefined} onClick={() => onAsk('refuse')}>
                  {actText(item, 'refuse', amount)}
                </Button>
              )}
              {mayApprove && (
                <Button
                  // A fact is no permission: neither answer is the one that is wished for.
                  look={mine || isFact ? 'quiet' : 'primary'}
                  className={isFact ? 'fact' : undefined}
                  onClick={() => onAsk('approve')}
                >
                  {actText(item, 'approve', amount)}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  )
}
