import { type Currency, parseAmount } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useState } from 'react'
import { MoneyField } from '../../ui/money-field.tsx'

/**
 * A field for an amount, with the minimum below it. An error appears once the field is left, so that "100" is
 * not refused at "1", or the button was pressed.
 */
export function AmountField({
  value,
  onChange,
  currency,
  minimum,
  readOnly,
  pressed,
}: {
  value: string
  onChange(text: string): void
  currency: Currency
  minimum: number
  readOnly: boolean
  /** Whether the amount was sent off, or was to be. */
  pressed: boolean
}) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(false)
  const amount = parseAmount(value, currency)
  const min = t('deposit.minimum', { amount: formatMoney(minimum, currency) })
  const isEmpty = value.trim() === ''
  const problem =
    amount !== undefined && amount > 0 && amount >= minimum
      ? undefined
      : amount === undefined && !isEmpty
        ? t(`ui.amountWrong.${currency}`)
        : min
  const shown = pressed || (left && !isEmpty) ? problem : undefined
  return (
    <MoneyField
      label={t('deposit.amount')}
      currency={currency}
      readOnly={readOnly}
      value={value}
      hint={shown ? undefined : min}
      error={shown}
      onChange={(text) => {
        setLeft(false)
        onChange(text)
      }}
      onBlur={() => setLeft(true)}
      className="text-xl font-semibold"
    />
  )
}
