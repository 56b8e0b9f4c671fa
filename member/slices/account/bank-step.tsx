import { bankName } from '@krapao/contract/bank-names.ts'
import { laoCurrencies, recommendedBanks } from '@krapao/contract/limits.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { CapitalsField } from '@krapao/web/ui/capitals-field.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useBanks } from '../lookup/public.ts'
import { BankSelect, useAccountDigits } from './bank-fields.tsx'
import { accountTyped } from './digits.ts'
import { FormFailure } from './form-failure.tsx'
import { useForm } from './use-form.ts'
import { bankProblems, type Draft } from './wizard.ts'

/** Step 4: the bank account that deposits come from and withdrawals go to. */
export function BankStep({
  draft,
  change,
  onSubmit,
  onBack,
}: {
  draft: Draft
  change(part: Partial<Draft>): void
  onSubmit(): Promise<void>
  onBack(): void
}) {
  const { t } = useTranslation()
  const recommended = useRecommendedBanks()
  const accountDigits = useAccountDigits(draft.bankCode)
  const form = useForm(
    {
      bankCode: 'bankCode',
      bankAccountName: 'firstName',
      bankAccountNo: 'accountNo',
      lastName: 'lastName',
    } as const,
    undefined,
    { accountDigits },
  )
  const name = (field: 'firstName' | 'lastName') => ({
    name: field,
    autoComplete: field === 'firstName' ? 'given-name' : 'family-name',
    required: true,
    maxLength: 59,
    value: draft[field],
    error: form.error(field),
    onChange: (typed: string) => {
      form.typed(field)
      change({ [field]: typed })
    },
  })

  return (
    <form
      ref={form.form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => form.submit(event, bankProblems(draft, accountDigits), onSubmit)}
    >
      <p className="text-sm text-pretty text-ink-soft">{t('account.bank.lead')}</p>
      <BankSelect
        value={draft.bankCode}
        error={form.error('bankCode')}
        hint={recommended && t('account.bank.recommended', { banks: recommended })}
        onChange={(bankCode) => {
          form.typed('bankCode')
          change({ bankCode })
        }}
      />
      <div className="grid gap-4 min-[480px]:grid-cols-2">
        <CapitalsField label={t('account.bank.firstName')} {...name('firstName')} />
        <CapitalsField label={t('account.bank.lastName')} {...name('lastName')} />
      </div>
      <Field
        label={t('account.bank.accountNo')}
        name="accountNo"
        inputMode="numeric"
        autoComplete="off"
        required
        value={draft.accountNo}
        error={form.error('accountNo')}
        onChange={(event) => {
          form.typed('accountNo')
          change({ accountNo: accountTyped(event.target.value) })
        }}
      />
      {brand.variant === 'la' && (
        <SelectField
          label={t('account.currency.label')}
          name="currency"
          value={draft.currency}
          onChange={(event) => change({ currency: event.target.value as Draft['currency'] })}
        >
          {laoCurrencies.map((currency) => (
            <option key={currency} value={currency}>
              {t(`account.currency.${currency}`)}
            </option>
          ))}
        </SelectField>
      )}
      <FormFailure failure={form.failure} />
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={onBack}>
          {t('ui.back')}
        </Button>
        <Button className="grow basis-36" type="submit" busy={form.busy} busyLabel={t('ui.busy.registering')}>
          {t('account.register.submit')}
        </Button>
      </div>
    </form>
  )
}

/**
 * The recommended banks by name, e.g. "Kasikornbank and Krungthai Bank"; nothing in the Lao variant
 * (product.md §4).
 */
function useRecommendedBanks(): string | undefined {
  const { t, i18n } = useTranslation()
  const banks = useBanks()
  if (brand.variant === 'la' || !banks.data) return undefined
  const names = banks.data
    .filter((bank) => recommendedBanks.includes(bank.code))
    .map((bank) => bankName(bank, i18n.language))
  return names.join(t('account.bank.and')) || undefined
}
