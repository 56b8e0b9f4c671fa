import { isLanguage, type Language } from '@krapao/contract/languages.ts'
import { endReceiptLinks } from '@krapao/contract/slices/statement/end-receipt-links.ts'
import { makeReceiptLink } from '@krapao/contract/slices/statement/make-receipt-link.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, mount } from '../../../platform/http.ts'
import { addressKey } from '../../../platform/limits/address-key.ts'
import { minuteLimit, tryLimits } from '../../../platform/limits/limiter.ts'
import { TooMany } from '../../../platform/limits/too-many.ts'
import { plainPolicyOf } from '../../../platform/page-policy.ts'
import { publicOriginOf } from '../../../platform/public-origin.ts'
import type { Context } from '../../context.ts'
import { bankNames } from '../../lookup/public.ts'
import { readWoff2 } from '../pdf/letters.ts'
import { endLinks, looksPerMinute, makeLink, pathOf, readLink } from './links.ts'
import { lettersPath, noReceiptPage, pageScripts, receiptPage, tooManyPage } from './page.ts'
import { removeExpired } from './store.ts'

/**
 * Links to receipts (rules.md §22): the calls of the member who makes them, and the page that anybody opens.
 */
export function serveReceiptLinks(app: FastifyInstance, context: Context): void {
  const { database, db, clock, gate, settings, jobs, brand, isDemo, publicUrl } = context

  mount(app, gate, makeReceiptLink, ({ caller, params, request }) => {
    // A caller who writes another host into the call gets a link to it, and nobody else does.
    const origin = publicOriginOf(publicUrl, request) ?? `${request.protocol}://${request.host}`
    return makeLink(context, caller.memberId, params.id, origin)
  })

  mount(app, gate, endReceiptLinks, async ({ caller, params }) => {
    await endLinks(context, caller.memberId, params.id)
    return { message: 'OK' as const }
  })

  app.get<{ Params: { secret: string }; Querystring: { lang?: unknown } }>(
    pathOf(':secret'),
    { schema: { hide: true } },
    async (request, reply) => {
      const language = chosenIn(request.query.lang) ?? languageOf(request)
      const frame = { language, brand, isDemo }
      // Counted before the secret is looked at: a right guess costs as much as a wrong one.
      const looks = minuteLimit(`receipt-link:${addressKey(request.ip)}`, await settings.get(looksPerMinute))
      const counted = await tryLimits(database, clock.now(), [looks])
      if (counted instanceof TooMany) {
        reply.header('retry-after', counted.retryAfter)
        return send(reply, 429, tooManyPage(frame))
      }
      const receipt = await readLink(context, request.params.secret, language)
      if (!receipt) return send(reply, 404, noReceiptPage(frame))
      const page = receiptPage(receipt, {
        ...frame,
        bankNames: await bankNames(context, language),
        host: hostOf(publicUrl, request),
        now: clock.now(),
      })
      return send(reply, 200, page)
    },
  )

  for (const script of pageScripts) {
    app.get(lettersPath(script), { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=2592000')
        .type('font/woff2')
        .send(await readWoff2(script)),
    )
  }

  jobs.sweep('forget-receipt-links', 3600, () => removeExpired(db, clock.now()))
}

const chosenIn = (lang: unknown): Language | undefined => (isLanguage(lang) ? lang : undefined)

function hostOf(publicUrl: string | undefined, request: FastifyRequest): string | undefined {
  const origin = publicOriginOf(publicUrl, request)
  return origin && new URL(origin).host
}

const send = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply
    .status(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': plainPolicyOf(page),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(page)
