import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Actions, Body, ButtonPair } from '../../ui/actions.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { BonusBar, useOpenBonus } from '../bonus/public.ts'
import { useBalance, useFreshWallet, type Wallet } from '../wallet/public.ts'

/** Cashback that came into the wallet, and what it is bound to there. */
export function RefundResult({
  amount,
  wallet,
  onBonus,
  onClose,
}: {
  amount: number
  wallet: Wallet
  onBonus(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const fresh = useFreshWallet()
  const balance = useBalance(wallet.currency)
  const bonus = useOpenBonus().data?.bonus
  const progress = bonus?.source === 'refund' ? bonus.progress : null
  return (
    <>
      <Body>
        <Outcome
          tone="positive"
          title={t('refund.came')}
          amount={`+${formatMoney(amount, wallet.currency)}`}
          text={t('refund.cameText')}
          receipt={{
            id: undefined,
            lines: [
              [
                t('wallet.balanceNow', { name: t('wallet.mainWallet') }),
                fresh && balance(fresh.wallet.amount),
              ],
            ],
          }}
        >
          {bonus && progress && (
            <BonusBar
              mode={bonus.condition.mode}
              current={progress.current}
              required={progress.required}
              currency={wallet.currency}
            />
          )}
        </Outcome>
      </Body>
      <Actions>
        <ButtonPair>
          <Button look="quiet" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button onClick={onBonus}>{t('bonus.see')}</Button>
        </ButtonPair>
      </Actions>
    </>
  )
}
