import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { Link } from 'wouter'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { ExposureLines } from './exposure-lines.tsx'
import { pathOf, useCampaign } from './queries.ts'
import { VersionChanges } from './version-changes.tsx'

/**
 * What a version changes, for the person who decides about it at the desk; with the way to the campaign's own
 * page.
 */
export function WaitingVersion({ kind, code, version }: { kind: Kind; code: string; version: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCampaign(kind, code)
  const shown = data?.versions.find((one) => one.version === version)
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <LoadingRows className="h-24" />
  return (
    <section className="grid gap-3">
      {shown && (
        <>
          <ExposureLines exposure={shown.exposure} currency={data.campaign.currency} />
          <h3 className="text-sm font-semibold">
            {shown.comparedWith === null
              ? t('campaign.allFields')
              : t('campaign.changesFrom', { version: shown.comparedWith, number: shown.changes.length })}
          </h3>
          <VersionChanges version={shown} currency={data.campaign.currency} />
        </>
      )}
      <Link href={pathOf({ kind, code })} className={`${buttonClass('quiet')} justify-self-start`}>
        {t('campaign.openPage')}
      </Link>
    </section>
  )
}
