import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Eye, Users } from 'lucide-react'
import { tieText } from '../../../app/errors.ts'
import { useKeys } from '../../../app/keys.tsx'
import { useOperator } from '../../../app/use-operator.ts'
import type { Item } from '../queries.ts'
import { secondText } from '../words/labels.ts'
import { actText, asksFact, factText, isNote, isOwnerless } from '../words/verbs.ts'
import { type Choice, lastVote } from '../words/votes.ts'

/**
 * The effect of a decision and its two buttons; for operators without the right to decide, the reason why
 * there are none.
 */
export function DecisionBar({
  item,
  mayDecide,
  onAsk,
}: {
  item: Item
  mayDecide: boolean
  onAsk(choice: Choice): void
}) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const isOpen = (item.member === null && !isOwnerless(item.queue)) || item.amount === null
  const before = lastVote(item)
  const mine = before?.operatorId === operator?._id ? before?.choice : undefined
  const isFact = asksFact(item.queue)
  // The operator who approved an item with missing values may still correct them.
  // With who voted first the operator may be no second person; deciding otherwise is still possible.
  const tie = operator?.ties.find(({ _id }) => _id === before?.operatorId)
  const isTied = (choice: Choice, needed: number) =>
    tie !== undefined && before?.choice === choice && needed > 1 && !isOpen
  const mayApprove = !item.isOwn && (mine !== 'approve' || isOpen) && !isTied('approve', item.approvalsNeeded)
  const mayRefuse = mine !== 'refuse' && !isTied('refuse', item.refusalsNeeded)
  const isSecondNeeded = item.approvalsNeeded > 1 || item.refusalsNeeded > 1
  const amount = item.amount ? formatMoney(item.amount, item.currency) : undefined

  useKeys(t('desk.item'), [
    {
      key: 'a',
      label: actText(item, 'approve', amount),
      when: mayDecide && mayApprove,
      run: () => onAsk('approve'),
    },
    {
      key: 'r',
      label: actText(item, 'refuse', amount),
      when: mayDecide && mayRefuse,
      run: () => onAsk('refuse'),
    },
  ])

  /** Who has voted, and what is still needed. */
  function statusText(): string {
    if (!before) return secondText(item)
    const fact = isFact ? factText(item.queue, before.choice) : ''
    if (mine) {
      if (isFact) return t('desk.waitsForFact', { fact })
      return t(mine === 'approve' ? 'desk.waitsForSecond' : 'desk.waitsForSecondRefusal')
    }
    const { name, choice } = before
    return t(`desk.first.${isNote(item) ? 'note' : isFact ? 'fact' : choice}`, { name, fact })
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
            {tie && !(mayApprove && mayRefuse) && (
              <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>{tieText(tie)}</Note>
            )}
            {item.isOwn && (
              <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>
                {t('campaign.ownVersion')}
              </Note>
            )}
            {(isSecondNeeded || before) && (
              <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>{statusText()}</Note>
            )}
            <div className="grid grid-cols-[1fr_2fr] gap-3 has-[.fact]:grid-cols-2 wide:flex wide:justify-end">
              {mayRefuse && (
                <Button look="quiet" className={isFact ? 'fact' : undefined} onClick={() => onAsk('refuse')}>
                  {actText(item, 'refuse', amount)}
                </Button>
              )}
              {mayApprove && (
                <Button
                  // These buttons state a fact and grant nothing, so neither of them is emphasised.
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
