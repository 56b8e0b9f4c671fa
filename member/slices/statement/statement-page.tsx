import { paging } from '@krapao/contract/limits.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import { ReceiptText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { errorText } from '../../app/errors.ts'
import { lazyModal } from '../../app/lazy-modal.tsx'
import { useLive } from '../../app/live.ts'
import { PendingSheet } from '../../app/pending-sheet.tsx'
import { Unanswered } from '../../app/unanswered.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { type Pending, PendingCard, usePending, useWallet } from '../wallet/public.ts'
import { CsvButton } from './csv-button.tsx'
import { Filters } from './filters.tsx'
import { useStatement } from './statement.ts'
import { ListSkeleton, StatementList } from './statement-list.tsx'
import { useView } from './use-view.ts'

const Slips = lazyModal(['statement'], () => import('./slip-modal.tsx'))

/** The movements of the member's money, newest first (product.md §2 Statement). */
export default function StatementPage() {
  const { t } = useTranslation()
  useTitle(t('statement.title'))
  const { data: wallet } = useWallet()
  useLive(wallet?.profile._id)
  const { page, filter, showPage, showFilter } = useView()
  const { data, error, isPlaceholderData, refetch } = useStatement(page, filter)
  const [slips, setSlips] = useState(false)
  const pending = usePending()
  const [opened, setOpened] = useState<Pending>()
  const top = useRef<HTMLDivElement>(null)
  const pages = Math.ceil((data?.total ?? 0) / paging.statement)
  const isFiltered = filter.type !== undefined || filter.month !== undefined

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

  return (
    <div className="mx-auto grid max-w-5xl gap-4">
      <h1 className="text-2xl font-bold">{t('statement.title')}</h1>
      <PendingCard rows={pending.data} onOpen={setOpened} />
      <div className="grid items-start gap-4 wide:grid-cols-[17rem_minmax(0,1fr)] wide:gap-6">
        <div className="grid gap-3 wide:sticky wide:top-18">
          <Filters
            filter={filter}
            since={new Date(wallet?.profile.createdAt ?? Date.now())}
            onChange={showFilter}
          />
          <div className="flex flex-wrap gap-3 *:min-w-[9rem] *:flex-1 wide:grid wide:grid-cols-1">
            <Button
              look="quiet"
              className="px-3!"
              icon={<ReceiptText className="size-5 shrink-0" aria-hidden />}
              onClick={() => setSlips(true)}
            >
              {t('statement.slips')}
            </Button>
            <CsvButton filter={filter} disabled={!data?.total} />
          </div>
        </div>
        {/* The margin keeps the top bar from covering the list when the page scrolls to it. */}
        <div ref={top} className="grid min-w-0 scroll-mt-18 gap-4">
          <p
            role="status"
            className={cx('px-4 text-sm text-ink-soft', data?.total ? 'wide:sr-only' : 'sr-only')}
          >
            {data && t('statement.found', { count: data.total })}
            {data && pages > 1 && ` · ${t('statement.pageOf', { page, pages })}`}
          </p>
          {!data && error && (
            <Card>
              <Failed text={errorText(error)} onRetry={() => refetch()} />
            </Card>
          )}
          {!data && !error && <ListSkeleton rows={paging.statement} />}
          {data && data.total > 0 && (
            <div
              aria-busy={isPlaceholderData}
              className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-50')}
            >
              <StatementList rows={data.statements} />
            </div>
          )}
          {data?.total === 0 && (
            <Card>
              {isFiltered ? (
                <Empty
                  art="/art/empty/transactions.svg"
                  title={t('statement.noMatch')}
                  text={t('statement.noMatchText')}
                  action={
                    <Button look="quiet" onClick={() => showFilter({})}>
                      {t('statement.showAll')}
                    </Button>
                  }
                />
              ) : (
                <Empty
                  art="/art/empty/transactions.svg"
                  title={t('statement.empty')}
                  text={t('statement.emptyText')}
                  action={
                    <Link href="/user/home" className={buttonClass()}>
                      {t('statement.emptyAction')}
                    </Link>
                  }
                />
              )}
            </Card>
          )}
          <PageLinks page={page} pages={pages} onPage={turnTo} />
        </div>
      </div>
      {wallet && <Unanswered wallet={wallet} />}
      {opened && <PendingSheet row={opened} onClose={() => setOpened(undefined)} />}
      {slips && <Slips onClose={() => setSlips(false)} />}
    </div>
  )
}
