import { type Kind, kinds } from '@krapao/contract/slices/campaign/kinds.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { ChevronRight, Gift, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { useOperator } from '../../app/use-operator.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { useShownEntry } from '../../ui/use-shown-entry.ts'
import { Page } from './page.tsx'
import { type Campaign, pathOf, useCampaigns } from './queries.ts'
import { StateChip } from './state-chip.tsx'
import { WaitingVersions } from './waiting-versions.tsx'
import { useCampaignTitle, useTimes } from './words.ts'

/** The campaigns of a kind. */
export function CampaignsPage({ kind }: { kind: Kind }) {
  const { t } = useTranslation()
  useTitle(t('campaign.title'))
  const { operator } = useOperator()
  const { data, error, refetch } = useCampaigns(kind)
  return (
    <Page>
      <div className="mb-3 flex flex-wrap items-start gap-3">
        <div className="min-w-[min(15rem,100%)] flex-1">
          <h1 className="text-xl font-semibold">{t('campaign.title')}</h1>
          <p className="text-sm text-ink-soft">{t('campaign.lead')}</p>
        </div>
        {operator && may(operator.role, 'makeCampaigns') && (
          <Link href={`/campaigns/${kind}/new`} className={buttonClass()}>
            <Plus className="size-5" aria-hidden />
            {t(`campaign.add.${kind}`)}
          </Link>
        )}
      </div>
      <WaitingVersions />
      <Kinds current={kind} />
      {data ? (
        data.campaigns.length === 0 ? (
          <Empty
            icon={<Gift className="size-8 text-ink-soft" aria-hidden />}
            title={t('campaign.none')}
            text={t(`campaign.about.${kind}`)}
          />
        ) : (
          <ul className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
            {data.campaigns.map((campaign) => (
              <li key={campaign.code}>
                <Row campaign={campaign} />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <LoadingRows className="h-20" count={4} />
      )}
    </Page>
  )
}

function Kinds({ current }: { current: Kind }) {
  const { t } = useTranslation()
  const chosen = useShownEntry<HTMLLIElement>(current)
  return (
    <nav data-moves aria-label={t('campaign.kinds')} className="-mx-4 mb-4 overflow-x-auto px-4 py-1">
      <ul className="flex w-max gap-1.5">
        {kinds.map((kind) => (
          <li key={kind} ref={kind === current ? chosen : undefined}>
            <Link
              href={`/campaigns/${kind}`}
              aria-current={kind === current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center rounded-xl border px-3.5 text-sm font-medium text-ink',
                kind === current ? 'border-link bg-sunken' : 'border-line hover:bg-sunken',
              )}
            >
              {t(`campaign.kind.${kind}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Row({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const title = useCampaignTitle(campaign)
  const times = useTimes(campaign)
  const { code, currency, budget, cost, waiting, active } = campaign
  return (
    <Link
      href={pathOf(campaign)}
      className="-mx-3 grid gap-x-6 gap-y-1 rounded-xl px-3 py-3.5 text-sm hover:bg-sunken wide:grid-cols-[1fr_auto_auto] wide:gap-x-3"
    >
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block text-ink-soft">
          {code}
          {times && ` · ${times}`}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2 wide:row-span-2 wide:justify-end">
        <StateChip state={campaign.state} />
        {waiting !== null && active !== null && <StateChip state="WAITING" />}
      </span>
      <ChevronRight
        className="hidden size-5 self-center text-ink-soft wide:row-span-2 wide:block"
        aria-hidden
      />
      <span className="text-ink-soft tabular-nums">
        {`${t('campaign.cost')} ${formatMoney(cost, currency)} · `}
        {budget === null
          ? t('campaign.noBudget')
          : t('campaign.ofBudget', { amount: formatMoney(budget, currency) })}
      </span>
    </Link>
  )
}
