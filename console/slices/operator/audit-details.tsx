import { asCurrency, type Currency } from '@krapao/contract/money.ts'
import type { DeskLabel } from '@krapao/contract/slices/desk/desk-labels.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { textOr } from '../../app/i18n.ts'
import { labelText, type QueueName, valueText } from '../desk/public.ts'
import { filterInWords, inWords } from './recorded.ts'

/** The details of an audit event, as recorded: keys and values, nested ones indented. Folded at first. */
export function AuditDetails({
  action,
  queue,
  details,
  names,
}: {
  action: string
  queue: string
  details: Record<string, unknown>
  /** Those of the members, by their ids. */
  names: ReadonlyMap<string, string>
}) {
  const { t } = useTranslation()
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-8 items-center rounded-lg font-medium text-link">
        {t('operator.audit.details')}
      </summary>
      <Facts facts={details} of={{ action, queue, names, currency: asCurrency(details.currency) }} />
    </details>
  )
}

/**
 * The context of the facts: the same label may mean the member's account in one queue and a house account in
 * another, and `before` and `after` are values of whatever the action changed.
 */
interface About {
  action: string
  queue: string
  names: ReadonlyMap<string, string>
  currency: Currency
  /** Whether the facts are what a list or a file was narrowed by, whose `from` and `to` are days. */
  isFilter?: boolean
}

/** Names beside their values; on phones above them, because values have lists of their own. */
const list = 'grid gap-x-4 gap-y-0.5 py-1 sm:grid-cols-[minmax(6rem,auto)_1fr]'

function Facts({ facts, of }: { facts: Record<string, unknown>; of: About }) {
  const shown = Object.entries(facts).filter(([, value]) => !isEmpty(value))
  return (
    <dl className={list}>
      {shown.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-ink-soft">{nameOf(key, of)}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:pb-1 max-sm:pl-3">
            <Value value={value} name={key} of={of} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const nameOf = (key: string, of: About): string =>
  textOr(
    [...(of.isFilter ? [`operator.detail.filter-${key}`] : []), `operator.detail.${key}`],
    factName(key, of),
  )

/** The queues' own label of a fact. */
const factName = (key: string, { queue }: About): string => labelText(queue as QueueName, key as DeskLabel)

function Value({ value, name, of }: { value: unknown; name: string; of: About }) {
  if (isEvidence(value)) return <Evidence facts={value} of={of} />
  if (Array.isArray(value)) {
    return value.map((one, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a record does not change
      <Value key={at} value={one} name={name} of={of} />
    ))
  }
  if (typeof value === 'object' && value !== null)
    return <Facts facts={value as Record<string, unknown>} of={{ ...of, isFilter: name === 'filter' }} />
  if (name === 'memberId')
    return <span>{[of.names.get(String(value)), String(value)].filter(Boolean).join(' · ')}</span>
  if (of.isFilter) return <span>{filterInWords(name, String(value))}</span>
  if (name === 'amountMinor') return <span>{formatMoney(Number(value) / 100, of.currency)}</span>
  if (name === 'amount' && typeof value === 'number') return <span>{formatMoney(value, of.currency)}</span>
  return <span>{inWords(name, String(value), of.action)}</span>
}

/** The facts as the deciding operator saw them. */
function Evidence({ facts, of }: { facts: { label: string; value: string }[]; of: About }) {
  return (
    <dl className={list}>
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{factName(label, of)}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:pb-1 max-sm:pl-3">
            {valueText(of, label as DeskLabel, value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isEvidence = (value: unknown): value is { label: string; value: string }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one?.label === 'string' && typeof one?.value === 'string')

/** Whether a key has nothing to show. */
const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isEmpty))
