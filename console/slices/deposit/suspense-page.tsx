import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronRight, CircleCheckBig } from 'lucide-react'
import { Link } from 'wouter'
import { api } from '../../app/api.ts'
import { textOr } from '../../app/i18n.ts'
import { usePolling } from '../../app/live.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { accountText, senderText } from './suspense-text.ts'

type Owed = AnswerOf<'GET /api/console/suspense'>[number]
type Item = AnswerOf<'GET /api/console/suspense/:account'>['items'][number]

/**
 * The money owed to unknown senders: the sum of each house account, or the entries of one account.
 * @param account the house's account number or the gateway's code
 */
export function SuspensePage({ account }: { account: string | undefined }) {
  const { t } = useTranslation()
  useTitle(t('deposit.suspense.title'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto max-w-6xl px-4 py-5">
        {account && (
          <Link
            href="/suspense"
            className="-mt-2 inline-flex min-h-11 items-center gap-2 text-sm font-medium text-link"
          >
            <ArrowLeft className="size-4.5" aria-hidden />
            {t('deposit.suspense.back')}
          </Link>
        )}
        <h1 className="text-xl font-semibold">
          {account
            ? t('deposit.suspense.account', { account: accountText(account) })
            : t('deposit.suspense.title')}
        </h1>
        {!account && <p className="mb-4 text-sm text-ink-soft">{t('deposit.suspense.lead')}</p>}
        {account ? <Items key={account} account={`suspense:${account}`} /> : <Accounts />}
      </div>
    </div>
  )
}

/** The house's account number or the gateway's code; it is part of the page's address. */
const nameIn = (account: string): string => account.replace(/^suspense:/, '')

function Accounts() {
  const { data, error, refetch } = useQuery({
    queryKey: ['suspense', 'accounts'],
    queryFn: ({ signal }) => api('GET /api/console/suspense', { signal }),
    ...usePolling(),
  })
  if (!data) return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-20" />
  if (data.length === 0) return <Nothing />
  return (
    <ul className="grid gap-2">
      {data.map((owed) => (
        <li key={owed.account + owed.currency}>
          <Account owed={owed} />
        </li>
      ))}
    </ul>
  )
}

function Account({ owed }: { owed: Owed }) {
  const { t } = useTranslation()
  return (
    <Link
      href={`/suspense/${nameIn(owed.account)}`}
      className="flex items-center gap-3 rounded-2xl bg-card px-5 py-3.5 hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-break-word">{accountText(nameIn(owed.account))}</span>
        <span className="block text-sm text-ink-soft">
          {t('deposit.suspense.items', { count: owed.items })} ·{' '}
          {t('deposit.suspense.since', { at: formatDate(owed.since) })}
        </span>
      </span>
      <span className="shrink-0 font-semibold">{formatMoney(owed.amount, owed.currency)}</span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
    </Link>
  )
}

function Items({ account }: { account: string }) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['suspense', 'items', account],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/console/suspense/:account',
        { params: { account } },
        { query: { after: pageParam }, signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...usePolling(),
  })
  const items = data?.pages.flatMap((page) => page.items)
  if (!items) return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-20" />
  if (items.length === 0) return <Nothing />
  return (
    <>
      <ul className="mt-4 divide-y divide-line overflow-hidden rounded-2xl bg-card">
        {items.map((item) => (
          <li key={`${item.queue}/${item.id}`}>
            <Row item={item} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <MoreButton
          label={t('deposit.suspense.more')}
          busy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        />
      )}
    </>
  )
}

function Row({ item }: { item: Item }) {
  const { t } = useTranslation()
  return (
    <Link
      href={`/${item.queue}/${encodeURI(item.id)}`}
      className="flex items-start gap-3 px-5 py-3 text-sm hover:bg-sunken"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-semibold wrap-break-word">
          {senderText(item) || t('deposit.suspense.unknownSender')}
        </span>
        <span className="text-ink-soft wrap-anywhere">
          {t('deposit.suspense.reference', { reference: item.reference })}
        </span>
        <span className="text-ink-soft">
          {textOr([`desk.queue.${item.queue}.name`], item.queue)} ·{' '}
          {t('deposit.suspense.since', { at: formatDate(item.since) })}
        </span>
      </span>
      <span className="shrink-0 font-semibold">{formatMoney(item.amount, item.currency)}</span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
    </Link>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <Empty
      icon={<CircleCheckBig className="size-8 text-positive" aria-hidden />}
      title={t('deposit.suspense.empty')}
      text={t('deposit.suspense.emptyText')}
    />
  )
}
