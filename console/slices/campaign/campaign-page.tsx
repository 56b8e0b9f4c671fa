import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { ArrowLeft, CircleSlash, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { useOperator } from '../../app/use-operator.ts'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { DecideModal, type Deed } from './decide-modal.tsx'
import { Page } from './page.tsx'
import { Preview } from './preview/preview.tsx'
import { type CampaignAnswer, pathOf, useCampaign } from './queries.ts'
import { StateChip } from './state-chip.tsx'
import { VersionCard } from './version-card.tsx'
import { WhatIf } from './what-if.tsx'
import { useCampaignTitle } from './words.ts'

/** One campaign: what it is now, what waits for a second person, and every version. */
export function CampaignPage({ kind, code }: { kind: Kind; code: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCampaign(kind, code)
  return (
    <Page>
      <Link
        href={`/campaigns/${kind}`}
        className="mb-3 inline-flex min-h-11 items-center gap-1.5 font-medium text-link"
      >
        <ArrowLeft className="size-4.5" aria-hidden />
        {t(`campaign.kind.${kind}`)}
      </Link>
      {data ? (
        <Shown answer={data} />
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <LoadingRows className="h-40" />
      )}
    </Page>
  )
}

function Shown({ answer: { campaign, versions } }: { answer: CampaignAnswer }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const title = useCampaignTitle(campaign)
  useTitle(title)
  const [deed, setDeed] = useState<{ deed: Deed; version?: number }>()
  const { kind, code, currency, state, active, scheduled, waiting, latest, stopped, budget, cost } = campaign
  // What a person looks at first: what waits for a decision, else what members have.
  const [chosen, choose] = useState<number>()
  const number = chosen ?? waiting ?? active ?? scheduled ?? latest
  const shown = versions.find(({ version }) => version === number) ?? versions[0]
  const mayMake = operator !== undefined && may(operator.role, 'makeCampaigns')
  const mayDecide = operator !== undefined && may(operator.role, 'decideCampaigns')
  const decided = versions.find(({ version }) => version === deed?.version)
  const isOver = state === 'STOPPED' || state === 'REFUSED'
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start gap-3">
        <div className="min-w-[min(18rem,100%)] flex-1">
          <h1 className="text-xl font-semibold">{title}</h1>
          <p className="mb-1.5 text-sm text-ink-soft">
            {t(`campaign.kind.${kind}`)} · {code}
          </p>
          <StateChip state={state} />
          <p className="mt-1.5 text-sm text-ink-soft tabular-nums">
            {`${t('campaign.cost')} ${formatMoney(cost, currency)} · `}
            {budget === null
              ? t('campaign.noBudget')
              : t('campaign.ofBudget', { amount: formatMoney(budget, currency) })}
          </p>
          {stopped && (
            <p className="text-sm text-ink-soft">
              {t('campaign.stoppedBy', { name: stopped.by, at: formatMinute(stopped.at) })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {mayDecide && !isOver && (
            <Button
              look="quiet"
              icon={<CircleSlash className="size-5" aria-hidden />}
              onClick={() => setDeed({ deed: 'stop' })}
            >
              {t('campaign.deed.stop')}
            </Button>
          )}
          {mayMake && (
            <Link
              href={`${pathOf(campaign)}/edit`}
              className={buttonClass(waiting === null ? 'primary' : 'quiet')}
            >
              <PencilLine className="size-5" aria-hidden />
              {t(isOver ? 'campaign.startAgain' : 'campaign.newVersion')}
            </Link>
          )}
        </div>
      </div>
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 gap-4">
          {mayDecide && shown && (
            <WhatIf key={shown.version} kind={kind} code={code} content={shown.content} />
          )}
          <ol className="grid min-w-0 gap-4">
            {versions.map((version) => (
              <li key={version.version}>
                <VersionCard
                  version={version}
                  isActive={version.version === active}
                  isShown={version.version === shown?.version}
                  currency={currency}
                  onShow={() => choose(version.version)}
                  // Whoever made it cannot approve it, but may take it back.
                  {...(mayDecide && {
                    isOwn: version.madeBy._id === operator._id,
                    tie: operator.ties.find(({ _id }) => _id === version.madeBy._id),
                    onDecide: (next: Deed) => setDeed({ deed: next, version: version.version }),
                  })}
                />
              </li>
            ))}
          </ol>
        </div>
        {shown && (
          <div className="wide:sticky wide:top-0">
            <Preview content={shown.content} code={code} />
          </div>
        )}
      </div>
      {deed && (
        <DecideModal
          deed={deed.deed}
          kind={kind}
          code={code}
          version={deed.version}
          title={title}
          currency={currency}
          exposure={deed.deed === 'approve' ? decided?.exposure : undefined}
          onClose={() => setDeed(undefined)}
        />
      )}
    </>
  )
}
