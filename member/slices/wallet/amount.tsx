import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { usePreferences } from '../../app/preferences.ts'

const dots = '••••••'

/**
 * An amount of the member's; while amounts are hidden, as many dots for any of them, in the room of the amount and at that side of it
 * at which the text is aligned.
 */
export function Amount({ text }: { text: string }) {
  const { t } = useTranslation()
  const { hideBalance } = usePreferences()
  if (!hideBalance) return text
  return (
    <span className="relative inline-block select-none">
      <span className="sr-only">{t('wallet.hidden')}</span>
      <span aria-hidden className="invisible">
        {text}
      </span>
      <span aria-hidden className="absolute inset-0">
        {dots}
      </span>
    </span>
  )
}

/** Formats a balance for a sentence or a line of a sheet; dots while amounts are hidden. */
export function useBalance(currency: Currency): (amount: number) => string {
  const { hideBalance } = usePreferences()
  return (amount) => (hideBalance ? dots : formatMoney(amount, currency))
}
