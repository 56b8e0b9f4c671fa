import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useState } from 'react'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CloseModal } from './close-modal.tsx'
import { DayCard } from './day-card.tsx'
import { type BetDay, useDays } from './queries.ts'

/** The days of bets: which are closed, which wait for whom, and what was calculated (rules.md §4.6). */
export function DaysPage() {
  const { t } = useTranslation()
  useTitle(t('game.days.title'))
  const [asked, setAsked] = useState<BetDay>()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto grid max-w-4xl gap-4 px-4 py-5">
        <PageHead title={t('game.days.title')} lead={t('game.days.lead')} />
        <Days onClose={setAsked} />
      </div>
      {asked && <CloseModal day={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

function Days({ onClose }: { onClose(day: BetDay): void }) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDays()
  if (!data) return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-32" />
  const days = data.pages.flatMap((page) => page.days)
  const waitHours = data.pages[0]?.waitHours ?? 0
  if (days.length === 0) return <Empty title={t('game.days.empty')} />
  return (
    <>
      <ol className="grid gap-3">
        {days.map((day) => (
          <li key={day.day}>
            <DayCard day={day} waitHours={waitHours} onClose={() => onClose(day)} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <MoreButton
          label={t('game.days.older')}
          busy={isFetchingNextPage}
          className=""
          onClick={() => fetchNextPage()}
        />
      )}
    </>
  )
}
