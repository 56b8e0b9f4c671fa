import type { Currency } from '@krapao/contract/money.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Actions, Body, ButtonPair } from '../../ui/actions.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { useFreshWallet } from '../wallet/public.ts'

/** Money has come in: how much, what is in the wallet now, when, under which number, and what comes next. */
export function Arrived({
  amount,
  currency,
  id,
  again,
  onAgain,
  onClose,
  onTransfer,
}: {
  amount: number
  currency: Currency
  id: string | undefined
  /** Names doing the same once more. */
  again: string
  onAgain(): void
  onClose(): void
  /** To a game; where there is no way there, closing is the next step. */
  onTransfer?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const wallet = useFreshWallet()
  const [at] = useState(() => new Date())
  return (
    <>
      <Body key="arrived">
        <Outcome
          tone="positive"
          title={t('deposit.arrived')}
          amount={`+${formatMoney(amount, currency)}`}
          text={t('deposit.arrivedText')}
          receipt={{
            id,
            lines: [
              [
                t('wallet.balanceNow', { name: t('wallet.mainWallet') }),
                wallet && formatMoney(wallet.wallet.amount, wallet.currency),
              ],
              [t('ui.time'), formatDate(at)],
            ],
          }}
        />
      </Body>
      <Actions>
        <ButtonPair>
          <Button look="quiet" onClick={onAgain}>
            {again}
          </Button>
          {/* The button that was pressed is gone: the focus goes on here. */}
          {onTransfer ? (
            <Button
              autoFocus
              icon={<ArrowLeftRight className="size-5 shrink-0" aria-hidden />}
              onClick={onTransfer}
            >
              {t('deposit.toGame')}
            </Button>
          ) : (
            <Button autoFocus onClick={onClose}>
              {t('ui.close')}
            </Button>
          )}
        </ButtonPair>
      </Actions>
    </>
  )
}
