import { today } from '@krapao/contract/dates.ts'
import { password } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { BirthDateField } from './birth-date-field.tsx'
import { FormFailure } from './form-failure.tsx'
import { useForm } from './use-form.ts'
import { type Draft, personProblems, type RegistrationNumbers } from './wizard.ts'

/**
 * Step 3: the person. `inviteLocked`: the invite code came with a link and cannot be changed. `numbers`: the
 * limits that the server named.
 */
export function PersonStep({
  draft,
  change,
  inviteLocked,
  numbers,
  onSubmit,
  onBack,
}: {
  draft: Draft
  change(part: Partial<Draft>): void
  inviteLocked: boolean
  numbers: RegistrationNumbers | undefined
  onSubmit(): Promise<void>
  onBack(): void
}) {
  const { t, i18n } = useTranslation()
  const names = {
    name: 'name',
    username: 'phone',
    password: 'password',
    birthDate: 'birthDate',
    sourceCode: 'sourceCode',
    inviteCode: 'inviteCode',
    confirm: 'confirm',
  } as const
  const form = useForm(names, undefined, numbers)
  const sources = useQuery({
    queryKey: ['sources', i18n.language],
    queryFn: () => api('GET /api/lookup/sources'),
  })
  const eye = { showLabel: t('ui.showPassword'), hideLabel: t('ui.hidePassword') }

  return (
    <form
      ref={form.form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => form.submit(event, personProblems(draft, today(), numbers), onSubmit)}
    >
      <Field
        label={t('account.name.label')}
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        value={draft.name}
        error={form.error('name')}
        onChange={(event) => {
          form.typed('name')
          change({ name: event.target.value })
        }}
      />
      <Field
        label={t('account.phone.label')}
        name="username"
        type="tel"
        autoComplete="username"
        readOnly
        value={draft.phone}
        error={form.error('phone')}
      />
      <PasswordField
        {...eye}
        label={t('account.password.label')}
        hint={t('account.password.hint', { min: numbers?.passwordMin ?? password.min })}
        name="password"
        autoComplete="new-password"
        required
        maxLength={128}
        value={draft.password}
        error={form.error('password')}
        onChange={(event) => {
          form.typed('password')
          change({ password: event.target.value })
        }}
      />
      <PasswordField
        {...eye}
        label={t('account.password.confirm')}
        name="confirm"
        autoComplete="new-password"
        required
        maxLength={128}
        value={draft.confirm}
        error={form.error('confirm')}
        onChange={(event) => {
          form.typed('confirm')
          change({ confirm: event.target.value })
        }}
      />
      <BirthDateField
        value={draft.birthDate}
        error={form.error('birthDate')}
        onChange={(birthDate) => {
          form.typed('birthDate')
          change({ birthDate })
        }}
      />
      <SelectField
        label={t('account.source.label')}
        name="source"
        value={draft.sourceCode}
        error={form.error('sourceCode')}
        onChange={(event) => {
          form.typed('sourceCode')
          change({ sourceCode: event.target.value })
        }}
      >
        <option value="">{t('account.source.none')}</option>
        {sources.data?.map((source) => (
          <option key={source.code} value={source.code}>
            {source.description}
          </option>
        ))}
      </SelectField>
      <Field
        label={t('account.invite.label')}
        hint={inviteLocked ? t('account.invite.locked') : undefined}
        name="inviteCode"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        readOnly={inviteLocked}
        value={draft.inviteCode}
        error={form.error('inviteCode')}
        onChange={(event) => {
          form.typed('inviteCode')
          change({ inviteCode: event.target.value })
        }}
      />
      <FormFailure failure={form.failure} />
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={onBack}>
          {t('ui.back')}
        </Button>
        <Button className="grow basis-36" type="submit" busy={form.busy} busyLabel={t('ui.busy.checking')}>
          {t('ui.next')}
        </Button>
      </div>
    </form>
  )
}
