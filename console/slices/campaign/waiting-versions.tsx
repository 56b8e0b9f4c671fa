import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ChevronRight, UsersRound } from 'lucide-react'
import { Link } from 'wouter'
import { formatWhen } from '../../ui/when.ts'
import { pathOf, useWaitingCampaigns } from './queries.ts'
import { useCampaignTitle } from './words.ts'

/** What waits for a second person, of every kind, so that nobody has to look through all of them. */
export function WaitingVersions() {
  const { t } = useTranslation()
  const { data = [] } = useWaitingCampaigns()
  if (data.length === 0) return null
  return (
    <section className="mb-4">
      <h2 className="mb-1.5 flex items-center gap-2 px-1 text-sm font-semibold">
        <UsersRound className="size-4.5 shrink-0" aria-hidden />
        {t('campaign.waiting.title')}
      </h2>
      <ul className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
        {data.map((one) => (
          <li key={`${one.kind} ${one.code}`}>
            <Waiting version={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Version = NonNullable<ReturnType<typeof useWaitingCampaigns>['data']>[number]

function Waiting({ version }: { version: Version }) {
  const { t } = useTranslation()
  const title = useCampaignTitle(version)
  const { kind, code, madeBy, madeAt, isYours } = version
  return (
    <Link
      href={pathOf(version)}
      className="-mx-3 flex items-center gap-3 rounded-xl px-3 py-3 text-sm hover:bg-sunken"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-semibold">{title}</span>
        <span className="block text-ink-soft">
          {t(`campaign.kind.${kind}`)} · {code} · {t('campaign.version', { version: version.version })}
        </span>
        <span className="block">
          {t(isYours ? 'campaign.waiting.yours' : 'campaign.waiting.by', {
            name: madeBy.name,
            at: formatWhen(madeAt),
          })}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
    </Link>
  )
}
