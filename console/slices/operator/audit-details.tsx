import { useTranslation } from 'react-i18next'
import { textOr } from '../../app/i18n.ts'
import { type Currency, formatDate, formatMoney } from '../../ui/format.ts'

/** What a deed was done on, as it was recorded: keys and values, nested ones indented. Folded until asked for. */
export function AuditDetails({ details }: { details: Record<string, unknown> }) {
  const { t } = useTranslation()
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-8 items-center rounded-lg font-medium text-link">
        {t('operator.audit.details')}
      </summary>
      <Facts facts={details} currency={details.currency === 'LAK' ? 'LAK' : 'THB'} />
    </details>
  )
}

function Facts({ facts, currency }: { facts: Record<string, unknown>; currency: Currency }) {
  const shown = Object.entries(facts).filter(([, value]) => !isEmpty(value))
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-0.5 py-1">
      {shown.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-ink-soft">{textOr([`operator.detail.${key}`, `desk.label.${key}`], key)}</dt>
          <dd className="min-w-0">
            <Value of={value} name={key} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ of, name, currency }: { of: unknown; name: string; currency: Currency }) {
  if (isEvidence(of)) {
    const facts = Object.fromEntries(of.map(({ label, value }) => [label, value]))
    return <Facts facts={facts} currency={currency} />
  }
  if (Array.isArray(of)) {
    return of.map((one, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a record that does not change
      <Value key={at} of={one} name={name} currency={currency} />
    ))
  }
  if (typeof of === 'object' && of !== null)
    return <Facts facts={of as Record<string, unknown>} currency={currency} />
  if (name === 'amountMinor') return <span>{formatMoney(Number(of) / 100, currency)}</span>
  const isAmount = /amount$/i.test(name) && /^\d+(\.\d+)?$/.test(String(of))
  return <span>{isAmount ? formatMoney(Number(of), currency) : inWords(String(of))}</span>
}

/** A recorded text as a person reads it: times in local form, codes in words. */
function inWords(text: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatDate(text)
  return textOr([`operator.why.${text}`, `desk.reason.${text}`, `desk.value.${text}`], text)
}

const isEvidence = (value: unknown): value is { label: string; value: string }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one?.label === 'string' && typeof one?.value === 'string')

/** Whether there is nothing to show below a key. */
const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isEmpty))
