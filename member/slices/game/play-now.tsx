import type { GameAccount } from '../wallet/public.ts'
import { PlayButton } from './play-button.tsx'
import { useLogin } from './use-login.ts'

/** Whether there is a way into the game from here. */
export const canPlay = (slot: GameAccount): boolean => slot.autoLogin !== null || slot.web !== null

/** The way into a game from wherever its money was just moved to. */
export function PlayNow({ slot }: { slot: GameAccount }) {
  const { data } = useLogin(slot.code)
  return <PlayButton slot={slot} login={data} />
}
