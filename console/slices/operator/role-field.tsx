import { type Role, roles } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'

/** The choice of a role; each says what it permits. */
export function RoleField({ role, onChange }: { role: Role; onChange(role: Role): void }) {
  const { t } = useTranslation()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t('operator.staff.role')}</legend>
      {roles.map((one) => (
        <label
          key={one}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-2xl border border-field-line px-4 py-2 has-checked:border-link has-checked:bg-sunken"
        >
          <input
            type="radio"
            name="role"
            value={one}
            checked={role === one}
            onChange={() => onChange(one)}
            className="mt-1 size-4.5 shrink-0 accent-link"
          />
          <span className="text-sm">
            <span className="block font-medium">{t(`operator.role.${one}`)}</span>
            <span className="block text-ink-soft">{t(`operator.staff.may.${one}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
