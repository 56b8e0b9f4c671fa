import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatFigure, formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { useWallet } from '../wallet/public.ts'
import { Status } from './look.tsx'
import { issuerName } from './slip-issuer.ts'
import { SlipStep } from './slip-step.tsx'
import { type Slip, SlipView } from './slip-view.tsx'

/**
 * Milliseconds after which the addresses of the pictures are loaded again; an address works for ten minutes.
 */
const linksFresh = 300_000

const useSlipPage = (page: number) =>
  useQuery({
    queryKey: ['deposit', 'slips', 'page', page],
    queryFn: ({ signal }) => api('POST /api/statement/slip', { page, limit: paging.slips }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.slips.some(({ status }) => status === 'PENDING') ? 10_000 : linksFresh,
  })

/** The member's uploaded slips and their outcomes (product.md §2 Slip modal). */
export default function SlipModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, isPlaceholderData, refetch } = useSlipPage(page)
  const pages = Math.ceil((data?.total ?? 0) / paging.slips)
  return (
    <Dialog title={t('statement.slip.title')} onClose={onClose} wide>
      {/* Pages have one height; a single one is as high as its slips. */}
      <div
        className={cx(
          'grid content-start gap-3',
          pages > 1 && 'min-h-[min(36rem,calc(92dvh-6rem))] wide:min-h-[min(36rem,calc(86dvh-6rem))]',
        )}
      >
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
        {!data && error && <Failed text={errorText(error)} onRetry={() => refetch()} />}
        {!data && !error && (
          <Loading>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="my-2 h-12" />
            ))}
          </Loading>
        )}
        {data && data.total > 0 && (
          <div className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-50')}>
            <SlipTable slips={data.slips} onLeave={onClose} />
          </div>
        )}
        <PageLinks page={page} pages={pages} onPage={setPage} />
      </div>
    </Dialog>
  )
}

function SlipTable({ slips, onLeave }: { slips: Slip[]; onLeave(): void }) {
  const { t, i18n } = useTranslation()
  const currency = useWallet().data?.currency
  // The currency sign is left out until the currency is known, so that kip are never shown as baht.
  const money = (amount: number) => (currency ? formatMoney(amount, currency) : formatFigure(amount))

  function statusText({ status, note, byStaff }: Slip): string {
    const word = t(`statement.status.${status}`)
    if (byStaff) {
      const reason = t('statement.slipByStaff', { issuer: issuerName(byStaff) })
      return t('statement.withReason', { status: word, reason })
    }
    if (status !== 'FAILED' || !note) return word
    const key = `statement.slipReason.${note}`
    // An unknown note, which a newer server may send, gets the general text.
    const reason = (t as (key: string) => string)(
      i18n.exists(key) ? key : 'statement.slipReason.UNKNOW_ERROR',
    )
    return t('statement.withReason', { status: word, reason })
  }

  return (
    <table className="block w-full text-sm min-[480px]:table">
      <caption className="sr-only">{t('statement.slip.title')}</caption>
      <thead className="block text-left text-ink-soft min-[480px]:table-header-group">
        <tr className={line}>
          <th scope="col" className="flex-1 py-2 font-medium">
            {t('statement.slip.time')}
          </th>
          <th scope="col" className="px-2 py-2 text-right font-medium">
            {t('statement.slip.amount')}
          </th>
          <th scope="col" className="px-2 py-2 font-medium max-[479px]:sr-only">
            {t('statement.slip.status')}
          </th>
          <th scope="col" className={cx(last, 'py-2 font-medium')}>
            {t('statement.slip.view')}
          </th>
        </tr>
      </thead>
      <tbody className="block divide-y divide-line border-t border-line min-[480px]:table-row-group">
        {slips.map((slip) => (
          <tr key={slip._id} className={line}>
            <td className="min-w-[6rem] flex-1 pt-3 min-[480px]:w-40 min-[480px]:pb-3">
              <time dateTime={slip.createdAt}>{formatMinute(slip.createdAt)}</time>
            </td>
            <td className="ml-auto px-2 pt-3 text-right font-medium whitespace-nowrap min-[480px]:pb-3">
              {slip.amount > 0 ? (
                money(slip.amount)
              ) : (
                <>
                  <span aria-hidden>–</span>
                  <span className="sr-only">{t('statement.slip.noAmount')}</span>
                </>
              )}
            </td>
            <td className="w-full pb-3 min-[480px]:w-auto min-[480px]:px-2 min-[480px]:pt-3">
              <Status status={slip.status} text={statusText(slip)} />
              {slip.status === 'FAILED' && (
                <SlipStep
                  id={slip._id}
                  reason={slip.note}
                  isCredited={slip.credited !== null}
                  onLeave={onLeave}
                />
              )}
            </td>
            <td className={cx(last, 'min-[480px]:w-16')}>
              <SlipView slip={slip} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On narrow phones the status has a line of its own below time and amount. */
const line = 'relative flex flex-wrap pr-14 min-[480px]:table-row min-[480px]:pr-0 min-[480px]:align-top'
const last =
  'absolute top-1/2 right-0 w-14 -translate-y-1/2 text-center min-[480px]:static min-[480px]:translate-y-0'
