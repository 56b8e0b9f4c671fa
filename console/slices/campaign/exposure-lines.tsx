import type { Currency } from '@krapao/contract/money.ts'
import type { Exposure } from '@krapao/contract/slices/campaign/cost.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Coins } from 'lucide-react'
import { exposureWords } from '../../app/exposure-words.ts'

/** What a version may cost at most, for whoever sends or approves it. */
export function ExposureLines({ exposure, currency }: { exposure: Exposure; currency: Currency }) {
  const { t } = useTranslation()
  return (
    <Note tone="neutral" icon={<Coins className="mt-0.5 size-5 shrink-0" aria-hidden />}>
      <p className="font-semibold">{t('campaign.exposure.title')}</p>
      {exposureWords(exposure, currency).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Note>
  )
}
