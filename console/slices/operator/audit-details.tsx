import { useTranslation } from 'react-i18next'
import { textOr } from '../../app/i18n.ts'

/** What a deed was done on, as it was recorded: keys and values, nested ones indented. Folded until asked for. */
export function AuditDetails({ details }: { details: Record<string, unknown> }) {
  const { t } = useTranslation()
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-8 items-center rounded-lg font-medium text-link">
        {t('operator.audit.details')}
      </summary>
      <Facts facts={details} />
    </details>
  )
}

function Facts({ facts }: { facts: Record<string, unknown> }) {
  const shown = Object.entries(facts).filter(([, value]) => value !== null)
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-0.5 py-1">
      {shown.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-ink-soft">{textOr([`operator.detail.${key}`, `desk.label.${key}`], key)}</dt>
          <dd className="min-w-0">
            <Value of={value} name={key} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ of, name }: { of: unknown; name: string }) {
  if (isEvidence(of)) {
    return <Facts facts={Object.fromEntries(of.map(({ label, value }) => [label, value]))} />
  }
  if (Array.isArray(of)) {
    return of.map((one, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a record that does not change
      <Value key={at} of={one} name={name} />
    ))
  }
  if (typeof of === 'object' && of !== null) return <Facts facts={of as Record<string, unknown>} />
  return <span>{name === 'amountMinor' ? (Number(of) / 100).toFixed(2) : String(of)}</span>
}

const isEvidence = (value: unknown): value is { label: string; value: string }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one?.label === 'string' && typeof one?.value === 'string')
