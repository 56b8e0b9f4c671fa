import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Lock } from 'lucide-react'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { useOperator } from '../../app/use-operator.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { Editor } from './editor.tsx'
import { Page } from './page.tsx'
import { useCampaign } from './queries.ts'

/** Makes a version of a campaign, from its latest one. @param code undefined: makes a new campaign */
export function EditorPage({ kind, code }: { kind: Kind; code: string | undefined }) {
  const { t } = useTranslation()
  const title = code === undefined ? t(`campaign.add.${kind}`) : t('campaign.change', { code })
  useTitle(title)
  const { operator } = useOperator()
  const { data, error, refetch } = useCampaign(kind, code)
  if (operator && !may(operator.role, 'makeCampaigns')) {
    return (
      <Page>
        <Empty
          icon={<Lock className="size-8 text-ink-soft" aria-hidden />}
          title={t('operatorMsg.FORBIDDEN')}
        />
      </Page>
    )
  }
  return (
    <Page>
      <h1 className="mb-4 text-xl font-semibold">{title}</h1>
      {code === undefined || data ? (
        <Editor kind={kind} before={data} />
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <LoadingRows className="h-40" />
      )}
    </Page>
  )
}
