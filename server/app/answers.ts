import type { ErrorBody, ErrorCode } from '@krapao/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { DatabaseTrouble } from '../platform/database-trouble.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * Reads requests and answers errors (rules.md §14): this file turns every error into a code, and no internal
 * detail is answered. A code that the contract does not declare for the call is an error of ours.
 * @param isStrict such a code is answered as INTERNAL_SERVER_ERROR, so that tests find it; otherwise as it is
 */
export function answerErrors(app: FastifyInstance, isStrict: boolean): void {
  app.decorateRequest('refusedAs', undefined)
  app.decorateRequest('undeclared', undefined)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // A client that hangs up within its body receives no answer, and that is not an error of the server.
    const isGone = request.raw.readableAborted && error.code === 'ECONNRESET'
    const translated = isGone ? unread : translate(error)
    request.undeclared = undeclaredIn(request, translated.body)
    const { status, body } = isStrict && request.undeclared ? failure(request.undeclared) : translated
    if (status >= 500) {
      // While the database is away every call fails, which is worth a log line each but no stack trace.
      request.log[status === 503 ? 'warn' : 'error']({ err: error }, 'request failed')
      body.requestId = request.id
    }
    request.refusedAs = body.message
    if (typeof body.retryAfter === 'number') reply.header('retry-after', String(body.retryAfter))
    reply.header('cache-control', 'no-store').status(status).send(body)
  })
}

/** The code of an answer that its call does not declare; it is logged with the call. */
function undeclaredIn(
  { routeOptions, log }: FastifyRequest,
  { message: code }: ErrorBody,
): ErrorCode | undefined {
  const { method, url, config } = routeOptions
  if (config.errors === undefined || config.errors.includes(code)) return undefined
  log.error({ call: `${method} ${url}`, code }, 'a call answers a code that its contract does not declare')
  return code
}

const failure = (undeclared: ErrorCode): { status: number; body: ErrorBody } => ({
  status: 500,
  body: { message: 'INTERNAL_SERVER_ERROR', undeclared },
})

const unread = { status: 400, body: { message: 'INVALID_REQUEST' } as ErrorBody }

function translate(error: FastifyError): { status: number; body: ErrorBody } {
  if (error instanceof Refusal)
    return { status: error.status, body: { ...error.details, message: error.code } }
  if (error instanceof DatabaseTrouble)
    return { status: 503, body: { message: 'SERVICE_UNAVAILABLE', reason: error.reason } }
  if (error.validation) {
    const fields = error.validation.map((problem) => ({
      field:
        problem.instancePath.slice(1) ||
        String(problem.params.requiredProperties ?? problem.params.missingProperty ?? ''),
      reason: problem.message ?? problem.keyword,
    }))
    const code = fields.some((f) => f.field === 'amount') ? 'INVALID_AMOUNT' : 'INVALID_REQUEST'
    return { status: 400, body: { message: code, fields } }
  }
  switch (error.statusCode) {
    case 413:
      return { status: 413, body: { message: 'PAYLOAD_TOO_LARGE' } }
    case 415:
      return { status: 415, body: { message: 'UNSUPPORTED_MEDIA_TYPE' } }
    case 400:
      return { status: 400, body: { message: 'INVALID_REQUEST' } }
    // For files: a folder, a dot file or a path that leads out does not exist, like any other missing file.
    case 403:
    case 404:
      return { status: 404, body: { message: 'NO_DATA' } }
  }
  if (error.code === invalidText) return { status: 400, body: { message: 'INVALID_REQUEST' } }
  return { status: 500, body: { message: 'INTERNAL_SERVER_ERROR' } }
}

/** PostgreSQL's error for a text with a byte that texts cannot have, such as zero. */
const invalidText = '22021'

/**
 * Reads JSON strictly: numbers are plain decimals with at most two digits after the point, so no amount can
 * hide in an exponent or be rounded on the way in (rules.md §1.1); no `__proto__`.
 */
export function readStrictJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      if (isCrowded(text as string, request.routeOptions.config.maxValues ?? usualValues))
        throw new Refusal('INVALID_REQUEST')
      done(null, JSON.parse(text as string, strict))
    } catch (error) {
      done(
        error instanceof Refusal
          ? error
          : new Refusal('INVALID_REQUEST', { fields: [{ field: '', reason: 'not JSON' }] }),
      )
    }
  })
}

/**
 * The usual maximum of values in a body, far more than a member's call has. Checking a value costs more than
 * everything else that is done with it.
 */
const usualValues = 250

/**
 * Whether a body has more values than its call takes. Commas within texts count as well: no real text has so
 * many.
 */
function isCrowded(text: string, maxValues: number): boolean {
  let commas = 0
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) {
    if (++commas >= maxValues) return true
  }
  return false
}

function strict(this: unknown, key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === '__proto__' || key === 'constructor') throw new Refusal('INVALID_REQUEST')
  if (typeof value === 'number' && !/^-?\d{1,15}(\.\d{1,2})?$/.test(context?.source ?? String(value))) {
    const code = key === 'amount' ? 'INVALID_AMOUNT' : 'INVALID_REQUEST'
    throw new Refusal(code, { fields: [{ field: key, reason: 'a plain number with at most two decimals' }] })
  }
  return value
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the refusal. */
    refusedAs?: ErrorCode
    /** The error code, if the contract does not declare it for the call. */
    undeclared?: ErrorCode | undefined
  }
}
