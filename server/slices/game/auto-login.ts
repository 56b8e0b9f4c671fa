import type { GameCode } from '@krapao/contract/game.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { openCredential, ownAccount } from './activate.ts'
import { listProviders } from './public.ts'
import { updatePlayed } from './store.ts'

/**
 * A link that enters the game as the calling member (rules.md §4.5), with the stored credential, whatever
 * password the path contains.
 * @throws Refusal `NO_GAME`, `SLOT_NO_ACCOUNT`, `FORBIDDEN` (another member's username), `SLOT_LOGIN_FAIL`
 */
export async function loginLink(
  context: Context,
  memberId: string,
  asked: { provider: string; username: string },
): Promise<string> {
  const providers = await listProviders(context)
  const provider = providers.find(({ autoLogin }) => autoLogin?.provider === asked.provider)
  if (!provider?.enabled) throw new Refusal('NO_GAME')
  const account = await ownAccount(context, memberId, provider)
  if (asked.username !== account.username) throw new Refusal('FORBIDDEN')
  try {
    const link = await context.games.loginLink(provider, openCredential(context, account))
    await note(context, memberId, provider.code)
    return link
  } catch (error) {
    context.log.warn({ game: provider.code, memberId, reason: (error as Error).message }, 'SLOT_LOGIN_FAIL')
    throw new Refusal('SLOT_LOGIN_FAIL')
  }
}

/** Notes that the member enters. A link is worth more than that note, so its failure keeps nobody out. */
const note = (context: Context, memberId: string, code: GameCode): Promise<void> =>
  updatePlayed(context, memberId, code, context.clock.now()).catch((error) => {
    context.log.warn({ game: code, memberId, reason: (error as Error).message }, 'not noted as played')
  })
