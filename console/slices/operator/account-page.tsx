import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Info } from 'lucide-react'
import { useOperator } from '../../app/use-operator.ts'
import { NoticeSettings } from '../desk/public.ts'
import { PasswordForm } from './password-form.tsx'

/** The operator's own account: its password. After a login with a one-time password this page comes first. */
export function AccountPage() {
  const { t } = useTranslation()
  useTitle(t('operator.password.title'))
  const { operator } = useOperator()
  const isGiven = operator?.mustChangePassword ?? false
  return (
    <div className="flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-5 px-4 py-5 *:w-full *:max-w-md">
        <div>
          <h1 className="text-xl font-semibold">{t('operator.password.title')}</h1>
          {operator && (
            <p className="text-sm text-ink-soft wrap-anywhere">
              {operator.name} · {operator.email}
            </p>
          )}
        </div>
        <Note
          tone={isGiven ? 'notice' : 'neutral'}
          icon={<Info className="mt-0.5 size-5 shrink-0" aria-hidden />}
        >
          {t(isGiven ? 'operator.login.oneTime' : 'operator.password.lead')}
        </Note>
        <PasswordForm isGiven={isGiven} />
        {operator && !isGiven && <NoticeSettings />}
      </div>
    </div>
  )
}
