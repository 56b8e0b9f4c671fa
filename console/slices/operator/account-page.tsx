import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Info } from 'lucide-react'
import { useOperator } from '../../app/use-operator.ts'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { NoticeSettings } from '../desk/public.ts'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'

const column = 'grid grid-cols-1 content-start gap-8'

/**
 * The operator's own account: password, second factor, sessions, notices. After a login with a one-time
 * password this page comes first, and has nothing but the password; where a second factor is missing, nothing
 * but that.
 */
export function AccountPage() {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const isGiven = operator?.mustChangePassword ?? false
  // Nothing else is possible before.
  const mustSet = operator?.secondFactor.mustSet ?? false
  const { hasCode = false, hasPasskey = false } = operator?.secondFactor ?? {}
  const isReady = operator !== undefined && !isGiven && !mustSet
  // What protects the account comes before the password while it is missing.
  const isFirst = mustSet || (isReady && !hasCode && !hasPasskey)
  const title = t(isGiven ? 'operator.password.title' : 'operator.account')
  useTitle(title)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-16 gap-y-8 px-4 py-5 wide:grid-cols-2">
        <div className="col-span-full">
          <h1 className="text-xl font-semibold">{title}</h1>
          {operator && (
            <p className="text-sm text-ink-soft wrap-anywhere">
              {operator.name} · {operator.email}
            </p>
          )}
        </div>
        <div className={cx(column, 'max-w-md')}>
          {isFirst && <SecondFactor />}
          {!operator && <LoadingRows className="h-24" />}
          {operator && !mustSet && (
            <section aria-labelledby="own-password" className="grid gap-4">
              <h2 id="own-password" className={isGiven ? 'sr-only' : 'text-base font-semibold'}>
                {t('operator.password.title')}
              </h2>
              <Note
                tone={isGiven ? 'notice' : 'neutral'}
                icon={<Info className="mt-0.5 size-5 shrink-0" aria-hidden />}
              >
                {t(isGiven ? 'operator.login.oneTime' : 'operator.password.lead')}
              </Note>
              <PasswordForm isGiven={isGiven} />
            </section>
          )}
          {isReady && !isFirst && <SecondFactor />}
        </div>
        {isReady && (
          <div className={cx(column, 'max-w-xl')}>
            <OwnSessions />
            <NoticeSettings />
          </div>
        )}
      </div>
    </div>
  )
}
