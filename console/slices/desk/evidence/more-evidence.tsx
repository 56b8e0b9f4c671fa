import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { type Item, type Member, useEvidence } from '../queries.ts'
import { Attempts } from './attempts.tsx'
import { EqualSlips } from './equal-slips.tsx'
import { Origin } from './origin.tsx'
import { PaidFor } from './paid-for.tsx'
import { PossibleMembers } from './possible-members.tsx'
import { Reports } from './reports.tsx'
import { Sharers } from './sharers.tsx'

/**
 * What a decision needs beyond the item's facts. It is asked for by a call of its own, so that the facts
 * never wait for it; it has its own error, too.
 * @param onChoose opens the decision with this member; undefined for those who may not decide
 */
export function MoreEvidence({
  item,
  onChoose,
}: {
  item: Item
  onChoose: ((member: Member) => void) | undefined
}) {
  const { t } = useTranslation()
  const { data, error, refetch } = useEvidence(item)
  if (error && !data) {
    return <NotLoaded title={t('desk.known.failed')} error={error} onRetry={refetch} />
  }
  if (!data) return <LoadingRows className="h-14" count={2} />
  return (
    <>
      {data.members && (
        <section>
          <h3 className="mb-1.5 text-sm font-semibold">{t('desk.known.members')}</h3>
          <PossibleMembers
            item={item}
            members={data.members}
            onChoose={item.member === null ? onChoose : undefined}
          />
        </section>
      )}
      {data.reports && <Reports reports={data.reports} />}
      {data.slips && <EqualSlips item={item} slips={data.slips} />}
      {data.origin && <Origin item={item} origin={data.origin} />}
      {data.sharers && <Sharers sharers={data.sharers} />}
      {data.attempts && <Attempts item={item} attempts={data.attempts} />}
      {data.paidFor && data.paidFor.length > 0 && <PaidFor item={item} paidFor={data.paidFor} />}
    </>
  )
}
