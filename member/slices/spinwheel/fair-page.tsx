import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useEffect } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ClientSeed } from './client-seed.tsx'
import { Commitment } from './commitment.tsx'
import { PastSpins } from './past-spins.tsx'
import { noteFingerprint } from './seeds.ts'
import { useSetup } from './wheel.ts'

const steps = ['before', 'spin', 'after'] as const

/** How the wheel's fairness can be checked, and the check of every past spin (rules.md §11.2). */
export default function FairPage() {
  const { t } = useTranslation()
  useTitle(t('spin.fair.title'))
  const { data: setup, error, refetch } = useSetup()
  const { seed, nextSeed } = setup ?? {}
  useEffect(() => {
    if (seed) noteFingerprint(seed)
    if (nextSeed) noteFingerprint({ ...nextSeed, nonce: 0 })
  }, [seed, nextSeed])

  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHead title={t('spin.fair.title')} back={t('spin.fair.back')} to="/user/spin" />
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[25rem_minmax(0,1fr)] wide:gap-6">
        <div className="grid grid-cols-1 gap-4">
          <Card className="grid grid-cols-1 gap-3">
            <p className="text-base text-pretty">{t('spin.fair.lead')}</p>
            <ol className="grid gap-3">
              {steps.map((step, at) => (
                <li key={step} className="flex gap-3">
                  <span
                    aria-hidden
                    className="flex size-7 shrink-0 items-center justify-center rounded-full bg-night text-sm font-bold text-on-night"
                  >
                    {at + 1}
                  </span>
                  <span className="min-w-0 text-base text-pretty">{t(`spin.fair.steps.${step}`)}</span>
                </li>
              ))}
            </ol>
          </Card>
          {!setup && error && (
            <Card>
              <Failed text={errorText(error)} onRetry={() => refetch()} />
            </Card>
          )}
          {!setup && !error && (
            <Loading>
              <Skeleton className="h-64 rounded-card!" />
            </Loading>
          )}
          {setup && <Commitment seed={setup.seed} next={setup.nextSeed} />}
          <ClientSeed />
        </div>
        <PastSpins seedInForce={setup?.seed?._id} />
      </div>
    </div>
  )
}
