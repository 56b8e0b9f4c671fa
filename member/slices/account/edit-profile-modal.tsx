import type { AnswerOf } from '@krapao/contract/client.ts'
import { englishName, englishNameBanks } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { CapitalsField } from '@krapao/web/ui/capitals-field.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { toast } from '../../ui/overlay.tsx'
import { BankSelect, useAccountDigits } from './bank-fields.tsx'
import { accountTyped } from './digits.ts'
import { FormFailure } from './form-failure.tsx'
import type { Problems } from './problems.ts'
import { useForm } from './use-form.ts'
import { isAccountLength } from './wizard.ts'

type Name = 'name' | 'bankCode' | 'bankAccountName' | 'bankAccountNo'

/** Changes the name, and the bank account while no money has moved (rules.md §2.6). */
export default function EditProfileModal({
  profile,
  onClose,
}: {
  profile: AnswerOf<'GET /api/account/profile'>
  onClose(changed: boolean): void
}) {
  const { t } = useTranslation()
  const { bankEditable } = profile
  const { bankCode, bankAccountName, bankAccountNo } = profile.bankAccount
  const [values, setValues] = useState({ name: profile.name, bankCode, bankAccountName, bankAccountNo })
  const accountDigits = useAccountDigits(values.bankCode)
  const form = useForm<Name>(
    {
      name: 'name',
      bankCode: 'bankCode',
      bankAccountName: 'bankAccountName',
      bankAccountNo: 'bankAccountNo',
    },
    undefined,
    { accountDigits },
  )
  // An account from before its bank had a number of digits may stay.
  const digits = values.bankAccountNo === bankAccountNo ? [] : accountDigits

  function set(field: Name, value: string): void {
    form.typed(field)
    setValues({ ...values, [field]: value })
  }

  return (
    <Dialog
      title={t('account.profile.edit')}
      onClose={() => onClose(false)}
      locked={form.busy}
      footer={
        <Button type="submit" form="edit-profile" wide busy={form.busy} busyLabel={t('ui.busy.saving')}>
          {t('ui.save')}
        </Button>
      }
    >
      <form
        id="edit-profile"
        ref={form.form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) =>
          form.submit(event, problemsOf(values, bankEditable, digits), async () => {
            await api('PUT /api/account/profile', bankEditable ? values : { name: values.name })
            toast('positive', t('ui.saved'))
            onClose(true)
          })
        }
      >
        <Field
          label={t('account.name.label')}
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          value={values.name}
          error={form.error('name')}
          onChange={(event) => set('name', event.target.value)}
        />
        {bankEditable ? (
          <>
            <BankSelect
              value={values.bankCode}
              error={form.error('bankCode')}
              onChange={(code) => set('bankCode', code)}
            />
            <CapitalsField
              label={t('account.bank.accountName')}
              name="bankAccountName"
              autoComplete="off"
              required
              maxLength={120}
              value={values.bankAccountName}
              error={form.error('bankAccountName')}
              onChange={(typed) => set('bankAccountName', typed)}
            />
            <Field
              label={t('account.bank.accountNo')}
              name="bankAccountNo"
              inputMode="numeric"
              autoComplete="off"
              required
              value={values.bankAccountNo}
              error={form.error('bankAccountNo')}
              onChange={(event) => set('bankAccountNo', accountTyped(event.target.value))}
            />
          </>
        ) : (
          <p className="text-sm text-ink-soft">{t('account.profile.locked.bank')}</p>
        )}
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}

function problemsOf(
  values: Record<Name, string>,
  withBank: boolean,
  digits: readonly number[],
): Problems<Name> {
  const problems: Problems<Name> = {}
  if (values.name.trim() === '') problems.name = 'required'
  if (!withBank) return problems
  const { bankCode, bankAccountName, bankAccountNo } = values
  if (bankCode === '') problems.bankCode = 'required'
  if (bankAccountName.trim() === '') problems.bankAccountName = 'required'
  else if (englishNameBanks.includes(bankCode) && !englishName.test(bankAccountName))
    problems.bankAccountName = 'english'
  if (bankAccountNo === '') problems.bankAccountNo = 'required'
  else if (!isAccountLength(bankAccountNo.length, digits)) problems.bankAccountNo = 'accountNo'
  return problems
}
