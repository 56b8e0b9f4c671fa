import type { GameAccount } from '../wallet/public.ts'
import { PlayButton } from './play-button.tsx'
import { useLogin } from './use-login.ts'

/** Whether the game can be entered from here. */
export const canPlay = (slot: GameAccount): boolean => slot.autoLogin !== null || slot.web !== null

/** The link into the game that money was just moved to. */
export function PlayNow({ slot }: { slot: GameAccount }) {
  const { data } = useLogin(slot.code)
  return <PlayButton slot={slot} login={data} />
}
