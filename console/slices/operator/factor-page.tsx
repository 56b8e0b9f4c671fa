import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useOperator } from '../../app/use-operator.ts'
import { ConfirmForm } from './confirm-form.tsx'

/** The second step of a login: a passkey, or a code of the authenticator app. */
export function FactorPage() {
  const { t } = useTranslation()
  useTitle(t('operator.factor.giveTitle'))
  const queries = useQueryClient()
  const { operator } = useOperator()
  const { hasCode = false, hasPasskey = false } = operator?.secondFactor ?? {}
  const lead = hasPasskey
    ? t(hasCode ? 'operator.factor.giveEither' : 'operator.factor.givePasskey')
    : t('operator.factor.giveCode')
  return (
    <div className="mx-auto grid w-full max-w-md gap-5 px-4 py-8">
      <div>
        <h1 className="text-xl font-semibold">{t('operator.factor.giveTitle')}</h1>
        <p className="text-sm text-ink-soft">{lead}</p>
      </div>
      <ConfirmForm onDone={() => queries.invalidateQueries({ queryKey: ['operator'] })} />
      <p className="text-sm text-ink-soft">{t('operator.factor.lost')}</p>
    </div>
  )
}
