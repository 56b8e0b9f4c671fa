import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'

/** The six digits of an authenticator app. @param tried whether a code that is not whole is to be named */
export function CodeField({
  value,
  tried,
  autoFocus,
  onChange,
}: {
  value: string
  tried: boolean
  autoFocus: boolean
  onChange(code: string): void
}) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('operator.factor.code')}
      hint={t('operator.factor.codeHint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      required
      autoFocus={autoFocus}
      value={value}
      error={tried && value.length !== 6 ? t('operator.factor.codeHint') : undefined}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
    />
  )
}
