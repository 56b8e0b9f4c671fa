import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { siteMark } from '@krapao/contract/chat-frame.ts'
import type { FastifyInstance } from 'fastify'
import { chatPolicy } from '../platform/page-policy.ts'
import { Refusal } from '../platform/refusal.ts'
import { drawingOf } from './brand-files.ts'
import { readPage, type ShownBrand } from './pages.ts'

/**
 * Seconds for which browsers keep the script: as long a new site waits, and a removed one still shows the
 * button.
 */
const keptFor = 300

/**
 * Serves what puts the chat on other sites (rules.md §12.9): `/chat`, the page that they show in a frame, and
 * `/chat.js`, the script that shows its button there. The page refuses to be framed by a site that is not
 * named; that the script shows nothing there only spares people an empty frame.
 * @param folder the built member app; @param sites asked for each request
 */
export function serveChatOnSites(
  app: FastifyInstance,
  folder: string,
  {
    brand,
    sites,
  }: { brand: ShownBrand; sites: () => Promise<{ isOn: boolean; origins: readonly string[] }> },
): void {
  const page = readPage(folder, brand)
  const mark = drawingOf(folder, brand, 'mark') ?? ''
  const file = join(folder, 'chat.js')
  const code = existsSync(file) ? readFileSync(file, 'utf8') : undefined

  app.get<{ Querystring: { site?: unknown } }>(
    '/chat',
    { schema: { hide: true } },
    async (request, reply) => {
      if (!page) throw new Refusal('NO_DATA')
      // The site that shows it says which one it is. A site that names another is refused by the browser.
      const origins = (await sites()).origins.filter((origin) => origin === request.query.site)
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': chatPolicy(page, origins) })
        .type('text/html; charset=utf-8')
        .send(page)
    },
  )

  /** The last script that was sent; it changes with the settings only. */
  let packed: { text: string; gzip: Buffer } | undefined
  app.get('/chat.js', { schema: { hide: true } }, async (request, reply) => {
    if (!code) throw new Refusal('NO_DATA')
    const { isOn, origins } = await sites()
    const { name, variant } = brand
    // The script is a function of what it needs to know; it leaves no name on the other site's page.
    const text = `(chat=>{${code}})(${JSON.stringify({ isOn, sites: origins.map(siteMark), name, variant, mark })})`
    if (packed?.text !== text) packed = { text, gzip: gzipSync(text, { level: 9 }) }
    reply
      .headers({
        'cache-control': `public, max-age=${keptFor}`,
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'accept-encoding',
      })
      .type('text/javascript; charset=utf-8')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(packed.gzip)
  })
}
