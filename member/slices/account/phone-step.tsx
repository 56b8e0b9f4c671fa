import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Conditions } from '../lookup/public.ts'
import { FormFailure } from './form-failure.tsx'
import type { Invited } from './invite-code.ts'
import { phoneTyped } from './phone.ts'
import { useForm } from './use-form.ts'
import { type Draft, phoneProblems } from './wizard.ts'

/**
 * Step 1: the phone number, which is the member's username. `invited`: the invite code of a link; `notice`:
 * why another step led back here.
 */
export function PhoneStep({
  draft,
  change,
  invited,
  notice,
  minAge,
  onSubmit,
}: {
  draft: Draft
  change(part: Partial<Draft>): void
  invited: Invited
  notice: unknown
  /** Years; undefined while it is not known. */
  minAge: number | undefined
  onSubmit(): Promise<void>
}) {
  const { t } = useTranslation()
  const form = useForm({ username: 'phone', phoneNumber: 'phone' } as const)
  return (
    <form
      ref={form.form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => form.submit(event, phoneProblems(draft, brand.variant), onSubmit)}
    >
      <Field
        label={t('account.phone.label')}
        hint={t('account.phone.hint')}
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
        value={draft.phone}
        error={form.error('phone')}
        onChange={(event) => {
          form.typed('phone')
          change({ phone: phoneTyped(event.target.value, brand.variant) })
        }}
      />
      {form.problem('phone') === 'phoneTaken' && (
        <Link
          href="/login"
          state={{ phone: draft.phone }}
          className="-mt-3 inline-flex min-h-11 items-center font-semibold text-link underline"
        >
          {t('account.phone.toLogin')}
        </Link>
      )}
      {invited.code !== '' && (
        <div role="status">
          <Note
            tone={invited.isUnknown ? 'notice' : 'neutral'}
            icon={<UsersRound className="mt-0.5 size-4.5 shrink-0" aria-hidden />}
          >
            <InviteText {...invited} />
          </Note>
        </div>
      )}
      <Agreed minAge={minAge} />
      <FormFailure failure={form.failure ?? notice} />
      <Button type="submit" wide busy={form.busy} busyLabel={t('ui.busy.sending')}>
        {t('ui.next')}
      </Button>
      <p className="text-center text-sm text-ink-soft">
        {t('account.register.member')}{' '}
        <Link href="/login" className="inline-flex min-h-11 items-center font-semibold text-link underline">
          {t('account.login.title')}
        </Link>
      </p>
    </form>
  )
}

/** Who may register and what is agreed to, before anything is typed in. */
function Agreed({ minAge }: { minAge: number | undefined }) {
  const { t } = useTranslation()
  const [conditions, setConditions] = useState(false)
  return (
    <div className="text-sm text-pretty text-ink-soft">
      {/* It keeps its room until the age is known. */}
      <span className={cx(minAge === undefined && 'invisible')}>
        {t('account.register.age', { years: minAge ?? 0 })}
      </span>{' '}
      {t('account.register.agree')}{' '}
      <button
        type="button"
        onClick={() => setConditions(true)}
        className="-my-3 py-3 font-semibold text-link underline"
      >
        {t('account.register.conditions')}
      </button>
      {conditions && <Conditions onClose={() => setConditions(false)} />}
    </div>
  )
}

/** Until the check is answered the text promises nothing, in the room of the one that follows. */
function InviteText({ code, isKnown, isUnknown }: Invited) {
  const { t } = useTranslation()
  if (isUnknown) return t('account.invite.notFound', { code })
  const known = t('account.invite.with', { code })
  if (isKnown) return known
  return (
    <span className="grid *:[grid-area:1/1]">
      <span>{t('account.invite.given', { code })}</span>
      <span className="invisible">{known}</span>
    </span>
  )
}
