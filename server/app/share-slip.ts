import type { FastifyInstance } from 'fastify'
import { sharePath, sheetPath } from './manifest.ts'

/**
 * Answers a picture that was shared to the installed app where no worker took it
 * (member/worker/share-slip.ts): the member lands in the same sheet and chooses the picture there. The
 * picture is not read, because its sender is not known here.
 */
export async function answerSharedSlips(app: FastifyInstance): Promise<void> {
  // Parsers of its own, so that nothing of the body is kept; it has to be taken, or the browser would report
  // a lost connection instead of following the redirect.
  await app.register(async (apart) => {
    apart.removeAllContentTypeParsers()
    apart.addContentTypeParser('*', (_request, body, done) => {
      body.on('error', done)
      body.on('end', () => done(null))
      body.resume()
    })
    apart.post(sharePath, { schema: { hide: true } }, (_request, reply) =>
      reply.redirect(sheetPath('slip'), 303),
    )
  })
  // A reload, or an address from the history.
  app.get(sharePath, { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(sheetPath('deposit'), 303),
  )
}
