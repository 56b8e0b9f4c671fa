import type { Currency } from '@krapao/contract/money.ts'
import type { CampaignContent, WheelSlice } from '@krapao/contract/slices/campaign/content.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { TriangleAlert } from 'lucide-react'
import { differingLabels, differingSlices } from './label-amounts.ts'

/** Says of a slice that its label names another amount than its prize; nothing where it does not. */
export function LabelWarning({ slice, currency }: { slice: WheelSlice; currency: Currency }) {
  const { t } = useTranslation()
  const { prize } = slice
  const given =
    prize.kind === 'CREDIT'
      ? formatMoney(prize.amount, currency)
      : prize.kind === 'COIN'
        ? `${prize.coins} ${t('campaign.prize.COIN')}`
        : t(`campaign.prize.${prize.kind}`)
  return differingLabels(slice).map((label) => (
    <p key={label}>{t('campaign.labelDiffers', { label, prize: given })}</p>
  ))
}

/** The same of all slices of a version, for whoever decides about it. */
export function LabelWarnings({ content, currency }: { content: CampaignContent; currency: Currency }) {
  const { t } = useTranslation()
  const slices = differingSlices(content)
  if (slices.length === 0) return null
  return (
    <Note icon={<TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />}>
      <p className="font-semibold">{t('campaign.labelsDiffer')}</p>
      {slices.map(({ slice }) => (
        <LabelWarning key={slice.code} slice={slice} currency={currency} />
      ))}
    </Note>
  )
}
