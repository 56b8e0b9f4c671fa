import { useState } from 'react'
import { cx } from './class-names.ts'
import { Field, type FieldProps } from './field.tsx'

/**
 * A field whose text is in capitals. While it is typed in, the input keeps what was typed and only looks like
 * capitals: were it rewritten at each letter, the caret would jump to the end, and a word that a keyboard is
 * composing would break.
 * @param onChange is given capitals
 */
export function CapitalsField({
  value,
  onChange,
  className,
  ...field
}: Omit<FieldProps, 'value' | 'onChange' | 'onBlur'> & { value: string; onChange(capitals: string): void }) {
  const [typed, setTyped] = useState(value)
  return (
    <Field
      {...field}
      autoCapitalize="characters"
      spellCheck={false}
      className={cx('uppercase', className)}
      value={typed.toUpperCase() === value ? typed : value}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value.toUpperCase())
      }}
      onBlur={() => setTyped(value)}
    />
  )
}
