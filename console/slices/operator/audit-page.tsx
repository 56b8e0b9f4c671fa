import type { AnswerOf } from '@krapao/contract/client.ts'
import { asCurrency } from '@krapao/contract/money.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock, ScrollText } from 'lucide-react'
import { Link } from 'wouter'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { textOr } from '../../app/i18n.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { useOperator } from '../../app/use-operator.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useShownEntry } from '../../ui/use-shown-entry.ts'
import {
  type AuditFilter,
  type AuditValue,
  auditFilter,
  auditPath,
  kindIn,
  kinds,
  useAuditAddress,
} from './audit-address.ts'
import { AuditDetails } from './audit-details.tsx'
import { takeAuditFile } from './audit-file.ts'
import { AuditFilters } from './audit-filters.tsx'
import { actionText, memberIdIn, subjectText } from './audit-words.ts'

type Entry = AnswerOf<'GET /api/console/audit'>['entries'][number]

/** The actions of operators, newest first, as the address narrows them; for owners and auditors. */
export function AuditPage() {
  const { t } = useTranslation()
  useTitle(t('operator.audit.title'))
  const { value, change } = useAuditAddress()
  const { operator } = useOperator()
  const mayRead = operator !== undefined && may(operator.role, 'readAudit')
  // What is typed is asked for after a pause.
  const said = useDebounced(JSON.stringify(auditFilter(value)), 300)
  const filter: AuditFilter = JSON.parse(said)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/audit', { query: { ...filter, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchOnMount: 'always',
  })
  const entries = data?.pages.flatMap((page) => page.entries)
  const names = new Map(data?.pages.flatMap((page) => page.members.map(({ _id, name }) => [_id, name])))
  const isForbidden = error instanceof ApiError && error.code === 'FORBIDDEN'

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto max-w-6xl px-4 py-5">
        <PageHead
          title={t('operator.audit.title')}
          lead={t('operator.audit.lead')}
          action={
            mayRead && <ExportButton of={said} errorText={errorText} take={() => takeAuditFile(filter, t)} />
          }
        />
        <Kinds value={value} />
        {mayRead && (
          <div className="mb-4">
            <AuditFilters value={value} change={change} />
          </div>
        )}
        {entries ? (
          entries.length === 0 ? (
            <Empty
              icon={<ScrollText className="size-8 text-ink-soft" aria-hidden />}
              title={t(emptyText(value))}
            />
          ) : (
            <ol className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
              {entries.map((entry) => (
                <AuditEvent key={entry._id} entry={entry} names={names} />
              ))}
            </ol>
          )
        ) : isForbidden ? (
          // No button to try again: the role would be refused again.
          <Empty icon={<Lock className="size-8 text-ink-soft" aria-hidden />} title={errorText(error)} />
        ) : error ? (
          <NotLoaded error={error} onRetry={refetch} />
        ) : (
          <LoadingRows className="h-16" count={6} />
        )}
        {hasNextPage && (
          <MoreButton
            label={t('operator.audit.older')}
            busy={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          />
        )}
      </div>
    </div>
  )
}

/** Why nothing is shown: nothing was recorded, nothing of the kind, or nothing that fits. */
function emptyText({ kind, ...fields }: AuditValue) {
  if (Object.values(fields).some(Boolean)) return 'operator.audit.emptyFiltered'
  return kind === 'all' ? 'operator.audit.empty' : 'operator.audit.emptyKind'
}

/** The kinds of events, each with an address; a row that scrolls on phones. */
function Kinds({ value }: { value: AuditValue }) {
  const { t } = useTranslation()
  const current = kindIn(value)
  const chosen = useShownEntry<HTMLLIElement>(current)
  return (
    <nav
      data-moves
      aria-label={t('operator.audit.kinds')}
      className="-mx-4 mt-3 mb-4 overflow-x-auto px-4 py-1"
    >
      <ul className="flex w-max gap-1.5">
        {kinds.map((kind) => (
          <li key={kind} ref={kind === current ? chosen : undefined}>
            <Link
              href={auditPath({ ...value, action: '', kind: kind === 'actions' ? '' : kind })}
              aria-current={kind === current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center rounded-xl border px-3.5 text-sm font-medium text-ink',
                kind === current ? 'border-link bg-sunken' : 'border-line hover:bg-sunken',
              )}
            >
              {t(`operator.audit.kind.${kind}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AuditEvent({ entry, names }: { entry: Entry; names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation()
  const [queue = '', ...id] = entry.subject.split(':')
  // Every item has an address, whether it waits or is decided.
  const isItem = textOr([`desk.queue.${queue}.one`], '') !== ''
  const kind = textOr([`desk.queue.${queue}.one`, `operator.subject.${queue}`], queue)
  // An item is named by its amount; ids that combine several of ours mean nothing to a person.
  const { amountMinor, currency } = entry.details
  const amount =
    isItem && typeof amountMinor === 'number'
      ? formatMoney(amountMinor / 100, asCurrency(currency))
      : undefined
  const known = amount ?? id.join(':')
  const memberId = memberIdIn(entry.subject, entry.details)
  const name = names.get(memberId)
  return (
    <li className="grid gap-x-6 gap-y-1 py-3.5 text-sm wide:grid-cols-[12rem_1fr]">
      <div>
        <p className="text-ink-soft">{formatDate(entry.at)}</p>
        <p className="font-medium">{entry.operator?.name ?? t('operator.audit.nobody')}</p>
      </div>
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{actionText(entry.action)}</span>
          {entry.subject && (
            <span className="text-ink-soft">
              {' · '}
              {isItem ? (
                <Link
                  href={`/${queue}/${encodeURI(id.join(':'))}`}
                  className="font-medium text-link wrap-anywhere"
                >
                  {kind} {known}
                </Link>
              ) : queue === 'member' ? (
                kind
              ) : (
                subjectText(kind, id)
              )}
            </span>
          )}
          {memberId !== '' && (
            <span className="text-ink-soft">
              {' · '}
              <Link href={`/find?search=${memberId}`} className="font-medium text-link wrap-anywhere">
                {name ?? memberId}
              </Link>
              {name !== undefined && ` ${memberId}`}
            </span>
          )}
        </p>
        {entry.reason && <p className="whitespace-pre-wrap">{entry.reason}</p>}
        {Object.keys(entry.details).length > 0 && (
          <AuditDetails action={entry.action} queue={queue} details={entry.details} names={names} />
        )}
      </div>
    </li>
  )
}
