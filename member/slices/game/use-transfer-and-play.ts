import { walletEnd } from '@krapao/contract/game.ts'
import { useCallback, useRef, useState } from 'react'
import { type GameAccount, type Order, useTransfer, type Wallet } from '../wallet/public.ts'
import type { GameLogin } from './use-login.ts'
import { usePlay } from './use-play.ts'

/**
 * Moves money from the wallet into a game and then enters it, by one press. The game is entered only after
 * the answer that the money is there. While the transfer is under way, or its outcome is not known, nothing
 * is opened: the game would say that there is no money, and the person would send it again.
 */
export function useTransferAndPlay(slot: GameAccount, wallet: Wallet, login: GameLogin | undefined) {
  const way = usePlay(slot)
  const [status, setStatus] = useState<'SUCCESS' | 'PENDING'>()
  const latest = useRef<typeof status>(undefined)
  const isOurs = ({ from, to }: Order) => from === walletEnd && to === slot.code
  const { send, sending, unsure, notify } = useTransfer(wallet, {
    isAbout: isOurs,
    show(moved) {
      latest.current = moved.status
      setStatus(moved.status)
      if (moved.status === 'PENDING') notify(moved)
    },
  })
  const open = unsure.find(isOurs)

  async function start(order: Order): Promise<void> {
    if (!login) return
    latest.current = undefined
    await send(order)
    if (latest.current === 'SUCCESS') await way.play(login)
  }
  return {
    /** How the latest transfer ended. */
    status,
    sending,
    /** A transfer whose outcome is not known. */
    open,
    way,
    start,
    /** Asks what became of it. That enters no game: it is found out long after the press. */
    check: () => open && send(open),
    /** Makes room for another transfer. */
    forget: useCallback(() => setStatus(undefined), []),
  }
}
