import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import { shortCache } from '../../platform/short-cache.ts'
import type { Context } from '../context.ts'
import { findBotVersion } from './bot-store.ts'
import { firstBot } from './first-bot.ts'

/** What the bot says (rules.md §12.4): as operators wrote it last, at most two seconds ago, or else as shipped. */
export const botContent = ({ services }: Pick<Context, 'services'>): Promise<BotContent> =>
  services.chatBot.get()

declare module '../context.ts' {
  interface Services {
    chatBot: { get(): Promise<BotContent>; clear(): void }
  }
}

export const chatServices = ({ db }: Pick<Context, 'db'>) => ({
  chatBot: shortCache(async () => (await findBotVersion(db))?.content ?? firstBot),
})
