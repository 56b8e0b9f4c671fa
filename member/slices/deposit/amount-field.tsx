import { assets, type Currency, parseAmount } from '@krapao/contract/money.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * A field for an amount, with the minimum below it. An error appears once the field is left, so that "100" is not
 * refused at "1".
 */
export function AmountField({
  value,
  onChange,
  currency,
  minimum,
  readOnly,
}: {
  value: string
  onChange(text: string): void
  currency: Currency
  minimum: number
  readOnly: boolean
}) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(false)
  const amount = parseAmount(value)
  const min = t('deposit.minimum', { amount: formatMoney(minimum, currency) })
  const problem = amount === undefined ? t('errorMsg.INVALID_AMOUNT') : amount < minimum ? min : undefined
  const shown = left && value.trim() !== '' ? problem : undefined
  return (
    <Field
      label={t('deposit.amount')}
      unit={assets[currency].sign}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      placeholder="0.00"
      readOnly={readOnly}
      value={value}
      hint={shown ? undefined : min}
      error={shown}
      onChange={({ target }) => {
        setLeft(false)
        onChange(target.value)
      }}
      onBlur={() => setLeft(true)}
      className="text-xl font-semibold"
    />
  )
}
