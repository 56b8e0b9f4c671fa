import { inBangkok } from '@krapao/contract/dates.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field, Frame } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Select } from '@krapao/web/ui/select.tsx'
import { History, SearchX } from 'lucide-react'
import { useId } from 'react'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { textOr } from '../../../app/i18n.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { useOperator } from '../../../app/use-operator.ts'
import { downloadCsv } from '../../../ui/csv.ts'
import { DateField } from '../../../ui/date/date-field.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ExportButton } from '../../../ui/export-button.tsx'
import { FilterCard } from '../../../ui/filter-card.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { MemberFilter } from '../member/member-filter.tsx'
import { type DecisionFilter, useDecisions, useQueues } from '../queries.ts'
import { reasonOf } from '../words/reason-text.ts'
import { ColleagueField } from '../work/colleague-field.tsx'
import { type DecisionValue, useDecisionAddress } from './decision-address.ts'
import { type DecisionErrors, decisionFilter } from './decision-filter.ts'
import { DecisionRow, endOf } from './decision-row.tsx'

const ends = ['approve', 'refuse', 'noEffect'] as const

/** What people decided in all queues: searched, added up, and taken out as a file. */
export function DecisionsPage() {
  const { t } = useTranslation()
  useTitle(t('desk.decisions.title'))
  const { value, change } = useDecisionAddress()
  const { filter: now, errors } = decisionFilter(value)
  // What is typed is asked for after a pause.
  const said = useDebounced(JSON.stringify(now), 300)
  const filter: DecisionFilter = JSON.parse(said)
  const { operator } = useOperator()
  // A person or a queue that is none narrows nothing, and so is not shown as chosen.
  const shown = { ...value, by: now.operatorId ?? '', queue: now.queue ?? '' }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-4 px-4 py-5">
        <PageHead
          title={t('desk.decisions.title')}
          lead={t('desk.decisions.lead')}
          action={
            operator &&
            may(operator.role, 'exportDecisions') && (
              <ExportButton of={said} errorText={errorText} take={() => takeFile(filter, t)} />
            )
          }
        />
        <Filters value={shown} change={change} errors={errors} />
        <Found filter={filter} clear={() => change(emptied)} />
      </div>
    </div>
  )
}

const emptied = { q: '', by: '', from: '', to: '', queue: '', member: '', min: '', max: '', end: '' }

/** Fetches the decisions of a filter and keeps them as a file, in the words of the page. */
async function takeFile(filter: DecisionFilter, t: ReturnType<typeof useTranslation>['t']) {
  const { decisions, complete } = await api('POST /api/console/decided/export', filter)
  const columns = [
    'at',
    'by',
    'queue',
    'id',
    'member',
    'memberId',
    'end',
    'amount',
    'currency',
    'reason',
  ] as const
  const lineOf = (one: (typeof decisions)[number]): (string | number | null)[] => {
    const { day, time } = inBangkok(one.at)
    return [
      `${day} ${time}`,
      one.decidedBy.name,
      textOr([`desk.queue.${one.queue}.name`], one.queue),
      one.id,
      one.member?.name ?? '',
      one.member?._id ?? '',
      t(`desk.history.${endOf(one)}`),
      one.amount === null ? '' : one.amount.toFixed(2),
      one.currency,
      reasonOf(one),
    ]
  }
  const head = columns.map((column) => t(`desk.decisions.column.${column}`))
  const name = ['decisions', filter.from, filter.to].filter(Boolean).join('-')
  downloadCsv(`${name}.csv`, [head, ...decisions.map(lineOf)])
  return { count: decisions.length, complete }
}

/** The text of a field's error. */
const errorIn = (key: string | undefined): string | undefined => (key ? textOr([key], key) : undefined)

function Filters({
  value,
  change,
  errors,
}: {
  value: DecisionValue
  change(fields: Partial<DecisionValue>): void
  errors: DecisionErrors
}) {
  const { t } = useTranslation()
  const [queueId, endId] = [useId(), useId()]
  const { data: queues = [] } = useQueues()
  const count = Object.values(value).filter(Boolean).length
  const amount = (field: 'min' | 'max') => ({
    label: t(`desk.filter.${field}`),
    name: field,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 14,
    value: value[field],
    error: errorIn(errors[field]),
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const more = [value.end, value.min, value.max, value.q, value.member]
  return (
    <FilterCard
      count={count}
      moreCount={more.filter(Boolean).length}
      isWrong={Object.keys(errors).length > 0}
      clear={() => change(emptied)}
      more={
        <>
          <Frame id={endId} label={t('desk.decisions.end')}>
            <Select id={endId} value={value.end} onChange={(event) => change({ end: event.target.value })}>
              <option value="">{t('desk.decisions.anyEnd')}</option>
              {ends.map((end) => (
                <option key={end} value={end}>
                  {t(`desk.history.${end}`)}
                </option>
              ))}
            </Select>
          </Frame>
          <Field {...amount('min')} />
          <Field {...amount('max')} />
          <Field
            label={t('desk.decisions.search')}
            name="search"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            value={value.q}
            onChange={(event) => change({ q: event.target.value })}
          />
          <MemberFilter
            value={value.member}
            error={errorIn(errors.member)}
            onChange={(member) => change({ member })}
          />
        </>
      }
    >
      <ColleagueField label={t('desk.history.by')} value={value.by} onChange={(by) => change({ by })} />
      <DateField
        label={t('desk.decisions.from')}
        value={value.from}
        error={errorIn(errors.from)}
        onChange={(from) => change({ from })}
      />
      <DateField
        label={t('desk.decisions.to')}
        value={value.to}
        error={errorIn(errors.to)}
        onChange={(to) => change({ to })}
      />
      <Frame id={queueId} label={t('desk.decisions.queue')}>
        <Select id={queueId} value={value.queue} onChange={(event) => change({ queue: event.target.value })}>
          <option value="">{t('desk.decisions.allQueues')}</option>
          {queues.map(({ queue }) => (
            <option key={queue} value={queue}>
              {t(`desk.queue.${queue}.name`)}
            </option>
          ))}
        </Select>
      </Frame>
    </FilterCard>
  )
}

function Found({ filter, clear }: { filter: DecisionFilter; clear(): void }) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDecisions(filter)
  const decisions = data?.pages.flatMap((page) => page.decisions)
  if (!decisions) {
    return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-16" count={6} />
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      {error && (
        <p role="alert" className="text-sm text-negative">
          {errorText(error)}
        </p>
      )}
      {decisions.length === 0 ? (
        <div className="grid justify-items-center" role="status">
          <Empty
            icon={
              isFiltered ? (
                <SearchX className="size-8 text-ink-soft" aria-hidden />
              ) : (
                <History className="size-8 text-ink-soft" aria-hidden />
              )
            }
            title={t(isFiltered ? 'desk.history.emptyFiltered' : 'desk.history.empty')}
          />
          {isFiltered && (
            <Button look="quiet" onClick={clear}>
              {t('desk.history.clear')}
            </Button>
          )}
        </div>
      ) : (
        <>
          <Sums sums={data?.pages[0]?.sums ?? null} />
          <ul
            aria-label={t('desk.decisions.title')}
            className="divide-y divide-line rounded-card bg-card px-5 shadow-card"
          >
            {decisions.map((decision) => (
              // An item that was decided, came back and was decided again is there twice.
              <li key={`${decision.queue} ${decision.id} ${decision.at}`}>
                <div className="-mx-4">
                  <DecisionRow decision={decision} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {hasNextPage && (
        <MoreButton
          label={t('desk.more')}
          busy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          className=""
        />
      )}
    </>
  )
}

/** How much was decided in which way, of all that is found and not only of the rows that are shown. */
function Sums({
  sums,
}: {
  sums: NonNullable<ReturnType<typeof useDecisions>['data']>['pages'][number]['sums']
}) {
  const { t } = useTranslation()
  if (!sums) return <p className="text-sm text-ink-soft">{t('desk.decisions.tooMany')}</p>
  return (
    <section aria-label={t('desk.decisions.sums')}>
      <dl className="flex flex-wrap gap-3">
        {sums.map(({ end, currency, count, sum }) => (
          <div
            key={`${end} ${currency}`}
            className="min-w-[min(11rem,100%)] flex-1 rounded-card bg-card px-4 py-3 shadow-card"
          >
            <dt className="text-sm text-ink-soft">
              {t(`desk.history.${end}`)} · {t('desk.decisions.times', { count })}
            </dt>
            <dd className="text-lg font-semibold tabular-nums">{formatMoney(sum, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
