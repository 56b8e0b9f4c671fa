import type { AnswerOf } from '@krapao/contract/client.ts'
import type { CampaignContent } from '@krapao/contract/slices/campaign/content.ts'
import { codePattern, type Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatDay, formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { Refused } from '../../ui/refused.tsx'
import { Section } from './form/choice.tsx'

type Answer = AnswerOf<'POST /api/console/campaigns/:kind/:code/what-if'>

/** Tries a content on the members of the last days before it goes live. */
export function WhatIf({ kind, code, content }: { kind: Kind; code: string; content: CampaignContent }) {
  const { t } = useTranslation()
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: (tried: CampaignContent) =>
      api('POST /api/console/campaigns/:kind/:code/what-if', { params: { kind, code }, content: tried }),
  })
  // The form makes a new content with each change.
  const isOld = data !== undefined && variables !== content
  return (
    <Section title={t('campaign.whatIf.title')} hint={t(`campaign.whatIf.about.${kind}`)}>
      <div>
        <div aria-live="polite" className="grid gap-3 not-empty:mb-5">
          {data && <Figures answer={data} currency={variables?.currency ?? content.currency} />}
          {isOld && <p className="text-sm font-medium">{t('campaign.whatIf.old')}</p>}
          <Refused text={error ? errorText(error) : undefined} />
        </div>
        <Button
          look="quiet"
          busy={isPending}
          busyLabel={t('campaign.whatIf.busy')}
          disabled={!codePattern.test(code)}
          icon={<FlaskConical className="size-5" aria-hidden />}
          onClick={() => mutate(content)}
        >
          {t(data ? 'campaign.whatIf.again' : 'campaign.whatIf.try')}
        </Button>
      </div>
    </Section>
  )
}

function Figures({ answer, currency }: { answer: Answer; currency: CampaignContent['currency'] }) {
  const { t } = useTranslation()
  const { from, to, days, members, met, failed, open, given, kept } = answer
  const money = (amount: number) => formatMoney(amount, currency)
  const figures = [
    ['members', formatFigure(members)],
    ['met', formatFigure(met)],
    ['failed', formatFigure(failed)],
    ['open', formatFigure(open)],
    ['given', money(given)],
    ['kept', money(kept)],
  ] as const
  return (
    <>
      <p className="text-sm text-ink-soft">
        {t('campaign.whatIf.period', { from: formatDay(from), to: formatDay(to), count: days })}
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt className="text-xs text-ink-soft">{t(`campaign.whatIf.${name}`)}</dt>
            <dd className="text-base font-semibold tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
