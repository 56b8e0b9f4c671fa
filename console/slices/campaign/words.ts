import { isLanguage, languageNames, languages } from '@krapao/contract/languages.ts'
import type { Words } from '@krapao/contract/slices/campaign/content.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { textOr } from '../../app/i18n.ts'
import type { Campaign } from './queries.ts'

/** The text in the console's own language. */
export const ownWords = (words: Words): string =>
  words[languages.find((one) => one === i18n.language) ?? 'th'] || words.th

/** What a campaign is called: of its kind there may be only one for each currency. */
export function useCampaignTitle({
  kind,
  currency,
  title,
}: Pick<Campaign, 'kind' | 'currency' | 'title'>): string {
  const { t } = useTranslation()
  return ownWords(title) || `${t(`campaign.kind.${kind}`)} · ${currency}`
}

/** From when to when, in Bangkok; empty: from its approval until it is stopped. */
export function useTimes({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }): string {
  const { t } = useTranslation()
  const from = startsAt === null ? '' : t('campaign.from', { at: formatMinute(startsAt) })
  const until = endsAt === null ? '' : t('campaign.until', { at: formatMinute(endsAt) })
  return [from, until].filter(Boolean).join(' · ')
}

/** Texts of what is chosen in a field of a few choices, by the field and for `kind` by what it is of. */
const choices: Record<string, (value: string) => string> = {
  kind: (value) => `campaign.kind.${value}`,
  credit: (value) => `campaign.credit.${value}`,
  prize: (value) => `campaign.prize.${value}`,
  mode: (value) => `campaign.mode.${value}`,
  type: (value) => `campaign.type.${value}`,
}

/** What was chosen in such a field, as the form says it; any other text as it is. */
export function choiceText(field: string, value: string): string {
  const [name = '', of = ''] = field.split('/').reverse()
  const keyOf = choices[name === 'kind' && of in choices ? of : name]
  return keyOf ? textOr([keyOf(value)], value) : value
}

/** The path of a field as a person reads it: its parts in words; codes as they are, places counted from 1. */
export const fieldName = (path: string): string =>
  path
    .split('/')
    .map((part) => {
      if (/^\d+$/.test(part)) return String(Number(part) + 1)
      return isLanguage(part) ? languageNames[part] : textOr([`campaign.field.${part}`], part)
    })
    .join(' › ')
