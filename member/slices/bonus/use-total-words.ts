import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { usePreferences } from '../../frame/device/preferences.ts'
import { useBalance } from '../wallet/public.ts'
import { totalWords } from './condition-words.ts'

/** The total balance for a sentence, which the member may have hidden. */
export function useTotalWords(currency: Currency): (total: number, inTransit: number) => string {
  const { t } = useTranslation()
  const balance = useBalance(currency)
  const { hideBalance } = usePreferences()
  return (total, inTransit) => (hideBalance ? balance(total) : totalWords(t, currency, total, inTransit))
}
