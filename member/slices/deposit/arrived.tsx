import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { noteDeposit } from '../../frame/device/install.ts'
import { Actions, Body, ButtonPair } from '../../ui/actions.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { gameToPlay, PlayWith } from '../game/public.ts'
import { useSeen } from '../outcome/public.ts'
import { ReceiptButton } from '../statement/public.ts'
import { useBalance, useFreshWallet, useWallet } from '../wallet/public.ts'

/** A deposit has arrived: the amount, the new balance, the time, the reference, and the next steps. */
export function Arrived({
  amount,
  currency,
  id,
  hasReceipt = true,
  again,
  onAgain,
  onClose,
  onTransfer,
}: {
  amount: number
  currency: Currency
  id: string | undefined
  /** Whether the id is this deposit's alone. */
  hasReceipt?: boolean
  /** The label of the button that makes another such deposit. */
  again: string
  onAgain(): void
  onClose(): void
  /** Opens a transfer to a game; without it the next step is to close. */
  onTransfer?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const wallet = useFreshWallet()
  const [at] = useState(() => new Date())
  const { data: known } = useWallet()
  const balance = useBalance(currency)
  const game = gameToPlay(known, amount)
  useEffect(() => noteDeposit(), [])
  useSeen(id, true)
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
            below: id !== undefined && hasReceipt && <ReceiptButton id={id} />,
            lines: [
              [
                t('wallet.balanceNow', { name: t('wallet.mainWallet') }),
                wallet && balance(wallet.wallet.amount),
              ],
              [t('ui.time'), formatMinute(at)],
            ],
          }}
        />
      </Body>
      <Actions>
        <ButtonPair>
          <Button look="quiet" onClick={onAgain}>
            {again}
          </Button>
          {/* The focus moves here, because the button that was pressed is gone. */}
          <Button
            autoFocus
            look={game ? 'quiet' : 'primary'}
            icon={onTransfer && <ArrowLeftRight className="size-5 shrink-0" aria-hidden />}
            onClick={onTransfer ?? onClose}
          >
            {t(onTransfer ? 'deposit.toGame' : 'ui.close')}
          </Button>
        </ButtonPair>
        {game && known && <PlayWith slot={game} wallet={known} amount={amount} />}
      </Actions>
    </>
  )
}
