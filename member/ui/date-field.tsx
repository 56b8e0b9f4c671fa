import { Field, type FieldProps } from '@krapao/web/ui/field.tsx'
import { useState } from 'react'

/**
 * Whole dates with a year of four digits: while a year is typed, browsers report the years 2, 20 and 202 as
 * well.
 */
const isWhole = (value: string): boolean => value === '' || /^[1-9]\d{3}-/.test(value)

/**
 * A day (YYYY-MM-DD) in the browser's own field. What is being typed stays in it; only what is whole is
 * reported, and an empty field as ''.
 */
export function DateField({
  value,
  onChange,
  ...field
}: Omit<FieldProps, 'value' | 'onChange' | 'onBlur' | 'type'> & {
  value: string
  onChange(value: string): void
}) {
  const [typed, setTyped] = useState(value)
  // Set from elsewhere, for example by another filter.
  const [last, setLast] = useState(value)
  if (last !== value) {
    setLast(value)
    if (isWhole(typed)) setTyped(value)
  }
  return (
    <Field
      {...field}
      type="date"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (isWhole(target.value)) onChange(target.value)
      }}
      onBlur={() => setTyped(value)}
    />
  )
}
