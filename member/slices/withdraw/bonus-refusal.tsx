import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { BonusBar } from '../bonus/public.ts'
import type { BonusCondition } from './withdraw-words.ts'

/** How far the bonus is whose condition does not allow a withdrawal yet. */
function BonusRefusal({ condition, currency }: { condition: BonusCondition; currency: Currency }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3">
      <p>{t('withdraw.bonusText')}</p>
      <BonusBar {...condition} currency={currency} />
    </div>
  )
}

export const bonusRefusal = (condition: BonusCondition, currency: Currency) => (
  <BonusRefusal condition={condition} currency={currency} />
)
