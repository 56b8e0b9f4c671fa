import { walletEnd } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Clock, Play } from 'lucide-react'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import type { GameAccount, Wallet } from '../wallet/public.ts'
import { PlayButton } from './play-button.tsx'
import type { GameLogin } from './use-login.ts'
import type { useTransferAndPlay } from './use-transfer-and-play.ts'

/** The button that moves an amount into a game and enters it, and in its place whatever became of that. */
export function TransferAndPlay({
  slot,
  wallet,
  login,
  amount,
  all = false,
  moves: { status, sending, open, way, start, check },
}: {
  slot: GameAccount
  wallet: Wallet
  login: GameLogin | undefined
  amount: number
  /** The amount is the whole wallet, whatever it holds when it is moved. */
  all?: boolean
  moves: ReturnType<typeof useTransferAndPlay>
}) {
  const { t } = useTranslation()
  const money = (value: number) => formatMoney(value, wallet.currency)
  if (open) {
    return (
      <div className="grid gap-3">
        <UnknownOutcome text={t('wallet.unsure')} />
        <Button wide busy={sending} busyLabel={t('ui.busy.checking')} onClick={check}>
          {t('wallet.checkAgain', { amount: money(open.amount) })}
        </Button>
      </div>
    )
  }
  if (status === 'PENDING') {
    return (
      <Note icon={<Clock className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
        {t('game.playOnItsWay', { amount: money(amount), name: slot.name })}
      </Note>
    )
  }
  if (status === 'SUCCESS') return <PlayButton slot={slot} login={login} way={way} />
  return (
    <Button
      wide
      busy={sending}
      busyLabel={t('ui.busy.transferring')}
      disabled={!login || amount < wallet.transferMinimum}
      icon={<Play className="size-5 shrink-0" aria-hidden />}
      onClick={() => start({ from: walletEnd, to: slot.code, amount, all })}
    >
      {t('game.playWith', { amount: money(amount), name: slot.name })}
    </Button>
  )
}
