import { type GameAccount, lastGame, type Wallet } from '../wallet/public.ts'
import { TransferAndPlay } from './transfer-and-play.tsx'
import { useLogin } from './use-login.ts'
import { canPlay } from './use-play.ts'
import { useTransferAndPlay } from './use-transfer-and-play.ts'

/** The game that money which has arrived is most likely meant for, if it can be entered from here. */
export function gameToPlay(wallet: Wallet | undefined, amount: number): GameAccount | undefined {
  const game = wallet && lastGame(wallet)
  return game && canPlay(game) && amount >= wallet.transferMinimum ? game : undefined
}

/** Moves an amount that has just arrived in the wallet into a game and enters it. */
export function PlayWith({ slot, wallet, amount }: { slot: GameAccount; wallet: Wallet; amount: number }) {
  const { data: login } = useLogin(slot.code)
  const moves = useTransferAndPlay(slot, wallet, login)
  return <TransferAndPlay slot={slot} wallet={wallet} login={login} amount={amount} moves={moves} />
}
