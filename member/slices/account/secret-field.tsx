import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import type { FieldProps } from '@krapao/web/ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

/** The password of a form that asks for one thing only. */
export function SecretField({
  onType,
  ...field
}: Pick<FieldProps, 'label' | 'hint' | 'autoComplete' | 'error' | 'value'> & {
  onType(value: string): void
}) {
  const { t } = useTranslation()
  return (
    <PasswordField
      {...field}
      name="password"
      required
      maxLength={128}
      showLabel={t('ui.showPassword')}
      hideLabel={t('ui.hidePassword')}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
