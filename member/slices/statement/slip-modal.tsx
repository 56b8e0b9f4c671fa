import type { AnswerOf } from '@krapao/contract/client.ts'
import { paging } from '@krapao/contract/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDate, formatMoney } from '../../ui/format.ts'
import { Empty, Failed, Loading, Skeleton } from '../../ui/states.tsx'
import { useWallet } from '../wallet/public.ts'
import { Status } from './look.tsx'
import { PageLinks } from './page-links.tsx'
import { SlipView } from './slip-view.tsx'

export type Slip = AnswerOf<'POST /api/statement/slip'>['slips'][number]

/** Milliseconds after which the pictures' addresses are asked for again; they work for ten minutes. */
const linksFresh = 300_000

const useSlipPage = (page: number) =>
  useQuery({
    queryKey: ['deposit', 'slips', 'page', page],
    queryFn: ({ signal }) => api('POST /api/statement/slip', { page, limit: paging.slips }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.slips.some(({ status }) => status === 'PENDING') ? 10_000 : linksFresh,
  })

/** The member's uploaded slips and what became of them (spec.md §2 Slip modal). */
export default function SlipModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useSlipPage(page)
  return (
    <Dialog title={t('statement.slip.title')} onClose={onClose} wide>
      {/* One height for a page on its way and for what it brings. */}
      <div className="grid min-h-[min(36rem,calc(92dvh-6rem))] content-start gap-3 wide:min-h-[min(36rem,calc(86dvh-6rem))]">
        <button
          type="button"
          aria-busy={isFetching}
          onClick={() => refetch()}
          className="-ml-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-full px-3 text-sm font-semibold text-link hover:bg-sunken"
        >
          <RefreshCw className={cx('size-4', isFetching && 'motion-safe:animate-spin')} aria-hidden />
          {t('statement.slip.refresh')}
        </button>
        {data?.total === 0 && (
          <Empty
            art="/art/empty/transactions.svg"
            title={t('statement.slip.empty')}
            text={t('statement.slip.emptyText')}
          />
        )}
        {!data && isError && <Failed onRetry={() => refetch()} />}
        {!data && !isError && (
          <Loading>
            {Array.from({ length: paging.slips }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing but room
              <Skeleton key={at} className="my-2 h-12" />
            ))}
          </Loading>
        )}
        {data && data.total > 0 && (
          <div className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-50')}>
            <SlipTable slips={data.slips} />
          </div>
        )}
        <PageLinks page={page} pages={Math.ceil((data?.total ?? 0) / paging.slips)} onPage={setPage} />
      </div>
    </Dialog>
  )
}

function SlipTable({ slips }: { slips: Slip[] }) {
  const { t, i18n } = useTranslation()
  const currency = useWallet().data?.currency

  function statusText({ status, note }: Slip): string {
    const word = t(`statement.status.${status}`)
    if (status !== 'FAILED' || !note) return word
    const key = `statement.slipReason.${note}`
    const reason = i18n.exists(key) ? (t as (key: string) => string)(key) : note
    return t('statement.withReason', { status: word, reason })
  }

  return (
    <table className="block w-full text-sm min-[480px]:table">
      <caption className="sr-only">{t('statement.slip.title')}</caption>
      <thead className="block text-left text-ink-soft min-[480px]:table-header-group">
        <tr className={line}>
          <th scope="col" className="py-2 font-medium">
            {t('statement.slip.time')}
          </th>
          <th scope="col" className="px-2 py-2 text-right font-medium">
            {t('statement.slip.amount')}
          </th>
          <th scope="col" className="px-2 py-2 font-medium max-[479px]:sr-only">
            {t('statement.slip.status')}
          </th>
          <th scope="col" className="py-2 text-center font-medium">
            {t('statement.slip.view')}
          </th>
        </tr>
      </thead>
      <tbody className="block divide-y divide-line border-t border-line min-[480px]:table-row-group">
        {slips.map((slip) => (
          <tr key={slip._id} className={line}>
            <td className="pt-3 min-[480px]:w-40 min-[480px]:pb-3">
              <time dateTime={slip.createdAt}>{formatDate(slip.createdAt)}</time>
            </td>
            <td className="px-2 pt-3 text-right font-medium whitespace-nowrap min-[480px]:pb-3">
              {slip.amount > 0 ? (
                formatMoney(slip.amount, currency)
              ) : (
                <>
                  <span aria-hidden>–</span>
                  <span className="sr-only">{t('statement.slip.noAmount')}</span>
                </>
              )}
            </td>
            <td className="col-span-2 row-start-2 pb-3 min-[480px]:px-2 min-[480px]:pt-3">
              <Status status={slip.status} text={statusText(slip)} />
            </td>
            <td className="col-start-3 row-span-2 row-start-1 self-center text-center min-[480px]:w-16">
              <SlipView slip={slip} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On narrow phones the status stands on a line of its own under time and amount. */
const line = 'grid grid-cols-[minmax(0,1fr)_auto_3.5rem] min-[480px]:table-row min-[480px]:align-top'
