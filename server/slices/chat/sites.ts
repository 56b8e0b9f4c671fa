import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { isChatOn } from '../lookup/public.ts'

/** The other sites on which the operator shows the chat (rules.md §12.9). */

/**
 * The fault in the origin of a site; undefined: none. Origins are written in a header, so they hold letters,
 * digits, points and hyphens only, and exactly as browsers write them, so that they can be compared.
 */
export function originProblem(origin: string): string | undefined {
  const should = 'should be an origin such as https://www.example.com, without a path'
  if (!URL.canParse(origin)) return `has ${JSON.stringify(origin)}, which ${should}`
  const url = new URL(origin)
  const said = JSON.stringify(origin)
  if (origin.includes('*')) return `has ${said}: each site has to be named, without *`
  if (url.username || url.password) return `has ${said}, which ${should} and without a user`
  const isPlain = url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
  if (!isPlain) return `has ${said}, which should begin with https:// (or be http://localhost)`
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(url.hostname)) return `has ${said}, which ${should}`
  return url.origin === origin ? undefined : `has ${said}, which ${should}; perhaps ${url.origin}`
}

export const chatOrigins = defineSetting(
  'chat.origins',
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
  [],
  'Origins of other sites that show the chat, e.g. ["https://www.example.com"]; empty: only our own pages',
  (origins) => origins.map(originProblem).find((problem) => problem !== undefined),
)

/** Whether customers may write now, and on which other sites the chat is shown. */
export const chatOnSites = (context: Pick<Context, 'settings'>) => async () => ({
  isOn: await isChatOn(context),
  origins: await context.settings.get(chatOrigins),
})
