import { paging } from '@krapao/contract/limits.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { useWide } from '@krapao/web/ui/use-media.ts'
import { Download, ReceiptText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FailedCard } from '../../frame/calls/failed-card.tsx'
import { useLive } from '../../frame/calls/live.ts'
import { lazyModal } from '../../frame/load/lazy-modal.tsx'
import { useAskedByAddress } from '../../frame/use-opened-by-address.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { Deposit } from '../deposit/public.ts'
import { PendingSheet, Unanswered } from '../under-way/public.ts'
import { BalanceBeside, type Pending, usePending, useWallet } from '../wallet/public.ts'
import { FileButton } from './file-button.tsx'
import { Filters } from './filters.tsx'
import { FoldedUnderWay } from './folded-under-way.tsx'
import { listedAmong } from './listed.ts'
import { MoreRows, useFirstNew } from './more-rows.tsx'
import { Receipt } from './receipt/receipt-part.ts'
import { useStatement } from './statement.ts'
import { ListSkeleton, StatementList } from './statement-list.tsx'
import { Sums } from './sums.tsx'
import { Tool } from './tool.tsx'
import { useView } from './use-view.ts'

const Slips = lazyModal(['statement'], () => import('./slip-modal.tsx'), 'statement.slips')

/** The movements of the member's money, newest first (product.md §2 Statement). */
export default function StatementPage() {
  const { t } = useTranslation()
  useTitle(t('statement.title'))
  const { data: wallet } = useWallet()
  useLive(wallet?.profile._id)
  const { page, filter, showPage, showFilter } = useView()
  // A phone appends pages below, so that nobody aims at small numbers; the page in the address is the last of
  // them.
  const isWide = useWide()
  const { data, error, isPlaceholderData, refetch } = useStatement(page, filter, !isWide)
  const [slips, setSlips] = useState(false)
  const [deposits, setDeposits] = useState(false)
  const [receipt, setReceipt] = useState<string>()
  useAskedByAddress('receipt', setReceipt)
  const [opened, setOpened] = useState<Pending>()
  const firstNew = useFirstNew(page)
  const top = useRef<HTMLDivElement>(null)
  const pages = Math.ceil((data?.total ?? 0) / paging.statement)
  const isFiltered = Object.keys(filter).length > 0
  const pending = usePending()
  // What stands above the rows comes with them, so that it never moves them.
  const isWaiting = !data || (pending.isPending && pending.failureCount === 0)

  // The page number in the address is from a time with more rows.
  const beyond = !isPlaceholderData && data !== undefined && page > Math.max(pages, 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new at each render
  useEffect(() => {
    if (beyond) showPage(Math.max(pages, 1), true)
  }, [beyond, pages])

  function turnTo(page: number): void {
    showPage(page)
    top.current?.scrollIntoView()
  }

  function showMore(shown: number): void {
    firstNew.comesAfter(shown)
    // Replaced: "back" leaves the list, and does not take it away piece by piece.
    showPage(page + 1, true)
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h1 className="text-2xl font-bold max-[359px]:text-lg">{t('statement.title')}</h1>
        <div className="flex flex-wrap gap-1.5 max-[359px]:gap-1 wide:gap-2">
          <Tool
            icon={ReceiptText}
            name={t('statement.slips')}
            short={t('statement.slipsShort')}
            onClick={() => setSlips(true)}
          />
          <FileButton kind="csv" filter={filter} disabled={!data?.total} />
          <FileButton kind="pdf" filter={filter} disabled={!data?.total} />
        </div>
      </div>
      {/* What is looked for are rows of the list, not what is under way beside it. One that failed has none. */}
      {!isFiltered && (
        <FoldedUnderWay
          memberId={wallet?.profile._id}
          isListed={listedAmong(data?.statements ?? (error ? [] : undefined))}
          onOpen={setOpened}
        />
      )}
      <Filters
        filter={filter}
        since={new Date(wallet?.profile.createdAt ?? Date.now())}
        onChange={showFilter}
      />
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-3 min-[1180px]:grid-cols-[minmax(0,1fr)_15rem] min-[1180px]:gap-6">
          {/* With very large letters the rows come first: the sums alone would fill the screen. */}
          <div className="@max-[15rem]:order-last min-[1180px]:sticky min-[1180px]:below-bar min-[1180px]:order-last min-[1180px]:grid min-[1180px]:gap-3">
            <BalanceBeside />
            <Sums filter={filter} />
          </div>
          {/* The margin keeps the top bar from covering the list when the page scrolls to it. */}
          <div ref={top} className="grid min-w-0 scroll-mt-18 gap-3">
            {!data && error && (
              <FailedCard error={error} onRetry={() => refetch()}>
                {t('statement.safe')}
              </FailedCard>
            )}
            {isWaiting && (data || !error) && <ListSkeleton rows={paging.statement} />}
            {data && !isWaiting && data.total > 0 && (
              <div
                ref={firstNew.ref}
                aria-busy={isPlaceholderData}
                className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-50')}
              >
                <StatementList rows={data.statements} waiting={pending.data ?? []} onFollow={setOpened} />
              </div>
            )}
            {!isWaiting && data?.total === 0 && (
              <Card>
                <Nothing
                  isFiltered={isFiltered}
                  onClear={() => showFilter({})}
                  onDeposit={() => setDeposits(true)}
                />
              </Card>
            )}
            <p
              role="status"
              className={cx('px-4 text-center text-sm text-ink-soft', !data?.total && 'sr-only')}
            >
              {data && <Extent data={data} page={page} pages={pages} isWide={isWide} />}
            </p>
            {isWide ? (
              <PageLinks page={page} pages={pages} onPage={turnTo} />
            ) : (
              data &&
              page < pages && (
                <MoreRows
                  key={JSON.stringify(filter)}
                  page={page}
                  filter={filter}
                  onLoaded={() => showMore(data.statements.length)}
                />
              )
            )}
          </div>
        </div>
      </div>
      {wallet && <Unanswered wallet={wallet} />}
      {opened && <PendingSheet row={opened} onClose={() => setOpened(undefined)} />}
      {receipt !== undefined && <Receipt id={receipt} onClose={() => setReceipt(undefined)} />}
      {deposits && <Deposit onClose={() => setDeposits(false)} />}
      {slips && <Slips onClose={() => setSlips(false)} />}
    </div>
  )
}

/** How much there is, and which part of it is shown. */
function Extent({
  data,
  page,
  pages,
  isWide,
}: {
  data: { total: number; statements: unknown[] }
  page: number
  pages: number
  isWide: boolean
}) {
  const { t } = useTranslation()
  const { total: count, statements } = data
  if (pages <= 1) return t('statement.found', { count })
  if (!isWide) return t('statement.shown', { count, shown: statements.length })
  return `${t('statement.found', { count })} · ${t('statement.pageOf', { page, pages })}`
}

/** What is shown in place of an empty list, with the next step. */
function Nothing({
  isFiltered,
  onClear,
  onDeposit,
}: {
  isFiltered: boolean
  onClear(): void
  onDeposit(): void
}) {
  const { t } = useTranslation()
  return isFiltered ? (
    <Empty
      art="/art/empty/transactions.svg"
      title={t('statement.noMatch')}
      text={t('statement.noMatchText')}
      action={
        <Button look="quiet" onClick={onClear}>
          {t('statement.clearFilters')}
        </Button>
      }
    />
  ) : (
    <Empty
      art="/art/empty/transactions.svg"
      title={t('statement.empty')}
      text={t('statement.emptyText')}
      action={
        <Button icon={<Download className="size-5" aria-hidden />} onClick={onDeposit}>
          {t('statement.emptyAction')}
        </Button>
      }
    />
  )
}
