import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'

/**
 * The six digits of an authenticator app. What is wrong with them stands in the hint's place, so that the
 * button below stays.
 * @param tried whether a code that is not whole is to be named
 * @param wrong what the server says of the code
 */
export function CodeField({
  value,
  tried,
  wrong,
  autoFocus,
  onChange,
}: {
  value: string
  tried: boolean
  wrong: string | undefined
  autoFocus: boolean
  onChange(code: string): void
}) {
  const { t } = useTranslation()
  const error = tried && value.length !== 6 ? t('operator.factor.codeHint') : wrong
  return (
    <Field
      label={t('operator.factor.code')}
      hint={error === undefined ? t('operator.factor.codeHint') : undefined}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      required
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
    />
  )
}
