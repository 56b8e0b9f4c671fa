import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { BotFieldProblem } from '@krapao/contract/slices/chat/bot-problems.ts'
import { publicPictures } from '../../platform/public-pictures.ts'
import type { Context } from '../context.ts'

/**
 * The pictures of the bot's cards. Every customer gets them, and they stay with the histories that show them.
 */
export const botPictures = ({ files }: Pick<Context, 'files'>) => publicPictures(files, 'bot')

const folder = '/files/bot/'

/** The address that a card names. */
export const botPicturePath = (image: string): string => folder + image

/** The cards whose uploaded picture is not there, which only the server can know. */
export async function missingPictures(
  context: Pick<Context, 'files'>,
  { greeting, rules, fallback }: BotContent,
): Promise<BotFieldProblem[]> {
  const places = [
    ...cardsIn('greeting', greeting),
    ...rules.flatMap(({ replies }, i) => cardsIn(`rules/${i}/replies`, replies)),
    ...cardsIn('fallback/replies', fallback.replies),
  ]
  const { has } = botPictures(context)
  const named = new Set(places.flatMap(({ image }) => (image?.startsWith(folder) ? [image] : [])))
  const missing = new Set<string | null>()
  for (const image of named) if (!(await has(image.slice(folder.length)))) missing.add(image)
  return places
    .filter(({ image }) => missing.has(image))
    .map(({ field }) => ({ field: `${field}/image`, problem: 'PICTURE' }))
}

const cardsIn = (field: string, replies: BotContent['greeting']) =>
  Object.entries(replies).flatMap(([language, messages]) =>
    messages.flatMap((message, i) =>
      message.message_type === 'generic'
        ? message.payloads.map(({ image }, card) => ({
            field: `${field}/${language}/${i}/payloads/${card}`,
            image,
          }))
        : [],
    ),
  )
