import { assets, type Currency, formatAmount } from '@krapao/contract/money.ts'
import { Field, type FieldProps } from '@krapao/web/ui/field.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { edited, grouped } from './money-typed.ts'

/**
 * A field for an amount: its unit, commas between thousands while it is typed, Thai and Lao digits, the right
 * keyboard.
 * @param value the amount as text, without commas
 * @param onChange called with such a text
 */
export function MoneyField({
  currency,
  value,
  onChange,
  ...field
}: Omit<FieldProps, 'value' | 'onChange' | 'unit'> & {
  currency: Currency
  value: string
  onChange(text: string): void
}) {
  // Drawn anew after every edit, also one that changes nothing, after which the browser would leave the caret
  // at the end.
  const [, redraw] = useState(0)
  const edit = useRef<{ input: HTMLInputElement; caret: number }>(undefined)
  const shown = grouped(value)
  useLayoutEffect(() => {
    const { input, caret } = edit.current ?? {}
    edit.current = undefined
    if (caret !== undefined && input === document.activeElement) input?.setSelectionRange(caret, caret)
  })
  return (
    <Field
      inputMode={assets[currency].decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      enterKeyHint="done"
      placeholder={formatAmount(0, currency)}
      {...field}
      unit={assets[currency].sign}
      value={shown}
      onChange={({ target, nativeEvent }) => {
        const { text, caret } = edited(
          shown,
          target.value,
          target.selectionStart ?? target.value.length,
          (nativeEvent as InputEvent).inputType,
        )
        edit.current = { input: target, caret }
        redraw((times) => times + 1)
        onChange(text)
      }}
    />
  )
}
