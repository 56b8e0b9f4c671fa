import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { usePreferences } from '../../frame/device/preferences.ts'

const dots = '••••••'

/**
 * An amount of the member's; while amounts are hidden, as many dots for any of them, in the room of the
 * amount and at that side of it at which the text is aligned; in a sheet, `isBare`, in the dots' own room.
 */
export function Amount({ text, isBare = false }: { text: string; isBare?: boolean }) {
  const { t } = useTranslation()
  const { hideBalance } = usePreferences()
  if (!hideBalance) return text
  return (
    <span className="relative inline-block select-none">
      <span className="sr-only">{t('wallet.hidden')}</span>
      {!isBare && (
        <span aria-hidden className="invisible">
          {text}
        </span>
      )}
      <span aria-hidden className={isBare ? '' : 'absolute inset-0'}>
        {dots}
      </span>
    </span>
  )
}

/**
 * Formats a balance for a sentence, a label or a line of a sheet; words while amounts are hidden, because
 * dots are not heard.
 */
export function useBalance(currency: Currency): (amount: number) => string {
  const { t } = useTranslation()
  const { hideBalance } = usePreferences()
  return (amount) => (hideBalance ? t('wallet.hiddenAmount') : formatMoney(amount, currency))
}
