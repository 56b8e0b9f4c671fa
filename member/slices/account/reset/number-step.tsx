import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { Link } from 'wouter'
import { FormFailure } from '../form-failure.tsx'
import { phoneTyped } from '../phone.ts'
import { useForm } from '../use-form.ts'
import { phoneProblem } from '../wizard.ts'

/** Whose password is forgotten. `notice`: why another step led back here. */
export function NumberStep({
  phone,
  onChange,
  notice,
  onSubmit,
}: {
  phone: string
  onChange(phone: string): void
  notice: unknown
  onSubmit(): Promise<void>
}) {
  const { t } = useTranslation()
  const form = useForm({ username: 'phone', phoneNumber: 'phone' } as const)
  return (
    <form
      ref={form.form}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => form.submit(event, { phone: phoneProblem(phone, brand.variant) }, onSubmit)}
    >
      <Field
        label={t('account.phone.label')}
        hint={t('account.reset.lead')}
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="username"
        required
        value={phone}
        error={form.error('phone')}
        onChange={(event) => {
          form.typed('phone')
          onChange(phoneTyped(event.target.value, brand.variant))
        }}
      />
      <FormFailure failure={form.failure ?? notice} />
      <Button type="submit" wide busy={form.busy} busyLabel={t('ui.busy.sending')}>
        {t('account.reset.send')}
      </Button>
      <p className="text-center text-sm text-ink-soft">
        {t('account.reset.changedNumber')}{' '}
        <Link href="/contact" className="inline-flex min-h-11 items-center font-semibold text-link underline">
          {t('account.reset.contact')}
        </Link>
      </p>
    </form>
  )
}
