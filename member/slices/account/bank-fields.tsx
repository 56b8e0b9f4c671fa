import { bankName } from '@krapao/contract/bank-names.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useBanks } from '../lookup/public.ts'

/** How many digits an account number has at a bank; empty where that is not known. */
export function useAccountDigits(bankCode: string): readonly number[] {
  const { data } = useBanks()
  return data?.find(({ code }) => code === bankCode)?.accountDigits ?? []
}

/** A field to choose a bank by its name. */
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
