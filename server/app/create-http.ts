import compress from '@fastify/compress'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { askAgainWithBody } from '../platform/late-body.ts'
import { randomLetters } from '../platform/random-letters.ts'
import { routeOf } from '../platform/route-of.ts'
import { answerErrors, readStrictJson } from './answers.ts'
import { brakeCallers } from './caller-brake.ts'
import type { Config } from './config.ts'
import { limitConnections, requestTimes } from './connections.ts'
import { warnOfProxy } from './proxy-warning.ts'
import { schemaCompilers } from './schemas.ts'

/** An HTTP server without any route yet: how requests are read, limited and logged, and errors answered. */
export async function createHttp(config: Config, log: Logger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as never,
    // Members read it out on the telephone, so it has capitals and figures only.
    genReqId: () => randomLetters(12).toUpperCase(),
    trustProxy: config.TRUST_PROXY ?? false,
    // Calls are small, and parsing a large one would waste time. Uploads have a limit of their own.
    bodyLimit: 8192,
    ...requestTimes,
    // An address that cannot be decoded never reaches a route, nor the hooks that answer errors.
    frameworkErrors: refuseAddress,
    // The sandbox creates its tables when it is mounted, which takes a while on a slow machine.
    pluginTimeout: 60_000,
    logController: new LogController({
      disableRequestLogging: (request) => !routeOf(request).startsWith('/api/'),
    }),
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: schemaCompilers },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as FastifyInstance
  app.decorateRequest('caller', undefined)
  app.decorateRequest('operator', undefined)
  app.decorateRequest('customer', undefined)
  answerErrors(app, config.STRICT_CONTRACT)
  brakeCallers(app, config.CALLS_PER_SECOND)
  limitConnections(app, { proxies: config.TRUST_PROXY })
  warnOfProxy(app, { proxies: config.TRUST_PROXY, isDemo: config.DEMO })
  readStrictJson(app)
  askAgainWithBody(app)
  // The wallet alone is seven kilobytes as it is, and a sixth compressed. Files of pages are packed when they
  // are built.
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json\b/,
  })
  return app
}

function refuseAddress(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  reply.status(400).header('cache-control', 'no-store').send({ message: 'INVALID_REQUEST' })
}
