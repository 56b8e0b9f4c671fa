import type { GameAccount } from '../wallet/public.ts'
import { PlayButton } from './play-button.tsx'
import { useLogin } from './use-login.ts'
import { usePlay } from './use-play.ts'

/** The link into the game that money was just moved to. */
export function PlayNow({ slot }: { slot: GameAccount }) {
  const { data } = useLogin(slot.code)
  const way = usePlay(slot)
  return <PlayButton slot={slot} login={data} way={way} />
}
