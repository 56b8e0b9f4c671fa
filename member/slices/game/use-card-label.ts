import { type Currency, formatAmount } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { usePreferences } from '../../frame/device/preferences.ts'
import type { GameAccount } from '../wallet/public.ts'
import { creditOf, hasCredit } from './credit.ts'

/** The content of a card in one sentence, for screen readers. */
export function useCardLabel(currency: Currency): (slot: GameAccount) => string {
  const { t } = useTranslation()
  const { hideBalance } = usePreferences()
  return (slot) =>
    slot.isActive
      ? [
          t('game.cardOpen', {
            name: slot.name,
            amount: hideBalance ? t('wallet.hidden') : formatMoney(slot.amount, currency),
          }),
          hasCredit(slot) && !hideBalance && `${t('game.credit')} ${formatAmount(creditOf(slot), currency)}`,
          slot.inTransit > 0 &&
            t('game.inTransit', {
              amount: hideBalance ? t('wallet.hidden') : formatMoney(slot.inTransit, currency),
            }),
          slot.isStale && t('game.stale'),
          t('game.view'),
        ]
          .filter(Boolean)
          .join(', ')
      : `${t('game.cardClosed', { name: slot.name })}, ${t('game.open')}`
}
