import { assets } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import { useEffect, useState } from 'react'
import { useFrozen } from '../../frame/time/use-frozen.ts'
import { QuickAmount, QuickAmounts } from '../../ui/quick-amounts.tsx'
import { type GameAccount, quickAmounts, type Wallet } from '../wallet/public.ts'
import { PlayButton } from './play-button.tsx'
import { TransferAndPlay } from './transfer-and-play.tsx'
import type { GameLogin } from './use-login.ts'
import { canPlay } from './use-play.ts'
import { useTransferAndPlay } from './use-transfer-and-play.ts'

/**
 * The way into a game. Without money in it, which a game answers with "transfer first", an amount is moved
 * and the game entered by one press.
 */
export function Enter({
  slot: liveSlot,
  wallet: live,
  login,
}: {
  slot: GameAccount
  wallet: Wallet
  login: GameLogin | undefined
}) {
  const { t } = useTranslation()
  const moves = useTransferAndPlay(liveSlot, live, login)
  // The hold lowers the balance at once, and the choice must not change under the finger.
  const wallet = useFrozen(live, moves.sending)
  const slot = useFrozen(liveSlot, moves.sending)
  const [chosen, setChosen] = useState<number | 'all'>()
  const all = wallet.wallet.amount
  const isEmpty = slot.amount < wallet.transferMinimum
  const isNeeded = isEmpty && slot.inTransit === 0 && all >= wallet.transferMinimum
  const { forget } = moves
  useEffect(() => {
    // The balance shows it by now; when it is played away, the next amount is asked for.
    if (!isNeeded) forget()
  }, [isNeeded, forget])
  if (!canPlay(slot)) return null

  if (moves.open || moves.way.busy || moves.way.blocked || !isNeeded) {
    // Money that is on its way would be missed in the game.
    const look = isEmpty && slot.inTransit > 0 ? 'quiet' : 'primary'
    if (!moves.open) return <PlayButton slot={slot} login={login} way={moves.way} look={look} />
    return (
      <TransferAndPlay slot={slot} wallet={wallet} login={login} amount={moves.open.amount} moves={moves} />
    )
  }
  const steps = quickAmounts(wallet.transferMinimum, all, wallet.currency)
  const [first = 'all'] = steps
  const choice = chosen === undefined || (chosen !== 'all' && !steps.includes(chosen)) ? first : chosen
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-pretty text-ink-soft">{t('game.moneyFirst', { name: slot.name })}</p>
      <QuickAmounts
        label={t('wallet.quick')}
        amounts={steps}
        value={choice === 'all' ? undefined : choice}
        currency={wallet.currency}
        disabled={moves.sending}
        onPick={setChosen}
      >
        <QuickAmount on={choice === 'all'} onPress={() => setChosen('all')}>
          {steps.length > 0
            ? t('wallet.all')
            : `${assets[wallet.currency].sign}${formatFigure(all, wallet.currency)}`}
        </QuickAmount>
      </QuickAmounts>
      <TransferAndPlay
        slot={slot}
        wallet={wallet}
        login={login}
        amount={choice === 'all' ? all : choice}
        all={choice === 'all'}
        moves={moves}
      />
      {!moves.sending && (
        <PlayButton slot={slot} login={login} way={moves.way} look="plain" label={t('game.playAnyway')} />
      )}
    </div>
  )
}
