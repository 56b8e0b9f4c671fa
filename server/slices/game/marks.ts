import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { ownAccount } from './activate.ts'
import { findAccount, findProvider } from './public.ts'
import { updateFavourite, updatePlayed } from './store.ts'

/**
 * Marks a game as the member's favourite, or no longer (rules.md §4.7). A game that is switched off is known
 * only to members with an account there, as on the dashboard; the mark is taken from any.
 * @throws Refusal `NO_GAME`
 */
export async function setFavourite(
  context: Context,
  memberId: string,
  code: string,
  isFavourite: boolean,
): Promise<void> {
  const provider = await findProvider(context, code)
  if (!provider) throw new Refusal('NO_GAME')
  const isHidden = !provider.enabled && (await findAccount(context, memberId, provider.code)) === undefined
  if (isHidden && isFavourite) throw new Refusal('NO_GAME')
  await updateFavourite(context, memberId, provider.code, isFavourite)
}

/**
 * Notes that the member enters a game by its web page. It is what "last played" shows, and nothing else
 * depends on it.
 * @throws Refusal `NO_GAME`, `SLOT_NO_ACCOUNT`
 */
export async function noteEntered(context: Context, memberId: string, code: string): Promise<void> {
  const provider = await findProvider(context, code)
  if (!provider?.enabled) throw new Refusal('NO_GAME')
  await ownAccount(context, memberId, provider)
  await updatePlayed(context, memberId, provider.code, context.clock.now())
}
