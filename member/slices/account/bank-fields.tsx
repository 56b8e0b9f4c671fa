import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { SelectField } from '../../ui/field.tsx'
import { bankName } from './bank-name.ts'

/** Banks that a member may have an account at. */
export const useBanks = () =>
  useQuery({
    queryKey: ['banks'],
    queryFn: () => api('GET /api/lookup/banks'),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The choice of a bank by its name. */
export function BankSelect({
  value,
  onChange,
  error,
  hint,
}: {
  value: string
  onChange(code: string): void
  error?: string | undefined
  hint?: string | undefined
}) {
  const { t, i18n } = useTranslation()
  const banks = useBanks()
  return (
    <SelectField
      label={t('account.bank.label')}
      hint={hint}
      name="bank"
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('account.bank.choose')}</option>
      {banks.data?.map((bank) => (
        <option key={bank.code} value={bank.code}>
          {bankName(bank, i18n.language)}
        </option>
      ))}
    </SelectField>
  )
}
