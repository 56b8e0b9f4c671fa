import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useLocation } from 'wouter'
import { Actions } from '../../ui/actions.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import type { Wallet } from '../wallet/public.ts'
import { BankTarget } from './bank-target.tsx'
import { ResultBody } from './result-body.tsx'

/**
 * Shown while the outcome of a withdrawal is unknown. It has no form: another amount would be another
 * withdrawal, and most people who typed one would only want to try again.
 */
export function WithdrawUnsure({
  wallet,
  amount,
  asking,
  onAsk,
  onClose,
}: {
  wallet: Wallet
  amount: number
  asking: boolean
  onAsk(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const money = formatMoney(amount, wallet.currency)

  function showStatement(): void {
    onClose()
    settled().then(() => navigate('/user/statement?type=withdraw'))
  }

  return (
    <>
      <ResultBody>
        <UnknownOutcome
          text={t('withdraw.unsure')}
          instead={{
            title: t('withdraw.unsureTitle'),
            amount: money,
            below: <BankTarget account={wallet.bankAccount} />,
          }}
        />
      </ResultBody>
      <Actions>
        <Button look="quiet" wide onClick={showStatement}>
          {t('withdraw.see')}
        </Button>
        {/* The focus moves here, because the button that was pressed is gone. */}
        <Button wide autoFocus busy={asking} busyLabel={t('ui.busy.checking')} onClick={onAsk}>
          {t('withdraw.checkAgain', { amount: money })}
        </Button>
      </Actions>
    </>
  )
}
