import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import { type ShortCache, shortCache } from '../../platform/short-cache.ts'
import type { Context } from '../context.ts'
import { findBotInForce } from './bot-store.ts'
import { firstBot } from './first-bot.ts'

/**
 * The bot's texts (rules.md §12.4): as operators wrote it last, and approved it where that takes two, at most
 * two seconds ago; or else as shipped.
 */
export const botContent = ({ services }: Pick<Context, 'services'>): Promise<BotContent> =>
  services.chatBot.get()

declare module '../context.ts' {
  interface Services {
    chatBot: ShortCache<BotContent>
  }
}

export const chatBotOf = ({ db }: Pick<Context, 'db'>): ShortCache<BotContent> =>
  shortCache(async () => (await findBotInForce(db))?.content ?? firstBot)
