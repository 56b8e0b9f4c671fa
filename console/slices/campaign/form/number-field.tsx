import { assets, parseAmount } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { useState } from 'react'
import { useFormFacts } from './form-context.ts'

/** What is typed, as a number; NaN: it is none. */
function read(text: string, isWhole: boolean): number {
  const value = parseAmount(text) ?? Number.NaN
  return isWhole && !Number.isInteger(value) ? Number.NaN : value
}

interface Props<Value> {
  label: string
  path: string
  value: Value
  onChange(value: Value): void
  hint?: string
  /** What it counts: money has its sign on the left, anything else is in the label. */
  unit?: 'money' | 'percent' | 'count'
}

/** A field for a number. What is typed stays as it is; the value is NaN while it is none. */
export function NumberField({ value, onChange, ...rest }: Props<number>) {
  return (
    <Typed {...rest} value={value} onChange={(next) => onChange(next ?? Number.NaN)} isNullable={false} />
  )
}

/** A limit, which may be left empty: there is none then, and the empty field says so. */
export function LimitField(props: Omit<Props<number | null>, 'hint'>) {
  const { t } = useTranslation()
  return <OptionalField {...props} hint={t('campaign.emptyNoLimit')} placeholder={t('campaign.noLimit')} />
}

/** A number that may be left empty. */
export const OptionalField = (props: Props<number | null> & { placeholder?: string }) => (
  <Typed {...props} isNullable />
)

function Typed({
  label,
  path,
  value,
  onChange,
  hint,
  unit = 'count',
  placeholder,
  isNullable,
}: Props<number | null> & { placeholder?: string; isNullable: boolean }) {
  const { currency, errorOf } = useFormFacts()
  const [typed, setTyped] = useState('')
  const numberIn = (text: string) => (isNullable && text.trim() === '' ? null : read(text, unit === 'count'))
  // Another value than that of what was typed came from outside: a draft, or another choice beside it.
  const text = Object.is(numberIn(typed), value) ? typed : show(value)
  return (
    <Field
      label={unit === 'percent' ? `${label} (%)` : label}
      name={path}
      inputMode={unit === 'count' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      error={errorOf(path)}
      hint={hint}
      placeholder={placeholder}
      {...(unit === 'money' && { unit: assets[currency].sign })}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(numberIn(event.target.value))
      }}
    />
  )
}

const show = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : value.toLocaleString('en-US', { maximumFractionDigits: 2 })
