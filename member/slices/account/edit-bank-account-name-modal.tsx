import { englishName } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { CapitalsField } from '@krapao/web/ui/capitals-field.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { toast } from '../../ui/overlay.tsx'
import { FormFailure } from './form-failure.tsx'
import { useForm } from './use-form.ts'

/**
 * Corrects the account name to English letters, in capitals (product.md §5). The profile and the dashboard
 * open it.
 * @param onClose called with whether the name was changed
 */
export default function EditBankAccountNameModal({
  bankCode,
  bankAccountName,
  onClose,
}: {
  bankCode: string
  bankAccountName: string
  onClose(changed: boolean): void
}) {
  const { t } = useTranslation()
  const [name, setName] = useState(englishName.test(bankAccountName) ? bankAccountName : '')
  const form = useForm({ bankAccountName: 'name' } as const)
  const problem =
    name.trim() === '' ? ('required' as const) : englishName.test(name) ? undefined : ('letters' as const)

  return (
    <Dialog
      title={t('account.accountName.title')}
      onClose={() => onClose(false)}
      locked={form.busy}
      footer={
        <Button type="submit" form="account-name" wide busy={form.busy} busyLabel={t('ui.busy.saving')}>
          {t('ui.save')}
        </Button>
      }
    >
      <form
        id="account-name"
        ref={form.form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) =>
          form.submit(event, problem ? { name: problem } : {}, async () => {
            await api('PUT /api/account/bankAccountName', {
              bankCode,
              bankAccountName: name.trim(),
            })
            toast('positive', t('account.accountName.saved'))
            onClose(true)
          })
        }
      >
        <p className="text-base text-pretty">{t('account.accountName.why')}</p>
        {!englishName.test(bankAccountName) && (
          <p className="text-sm text-ink-soft">
            {t('account.accountName.now')} <b className="font-semibold text-ink">{bankAccountName}</b>
          </p>
        )}
        <CapitalsField
          label={t('account.accountName.label')}
          hint={t('account.accountName.hint')}
          name="bankAccountName"
          autoComplete="off"
          lang="en"
          required
          maxLength={120}
          value={name}
          error={form.error('name')}
          onChange={(typed) => {
            form.typed('name')
            setName(typed)
          }}
        />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
