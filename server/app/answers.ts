import type { ErrorBody, ErrorCode } from '@krapao/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { DatabaseTrouble } from '../platform/database-trouble.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * How requests are read and errors answered (rules.md §14): one place turns every failure into a code, and nothing
 * about the inside leaves. A code that the contract does not declare for the call is a failure of ours.
 * @param isStrict such a code is answered as INTERNAL_SERVER_ERROR, so that tests find it; otherwise as it is
 */
export function answerErrors(app: FastifyInstance, isStrict: boolean): void {
  app.decorateRequest('refusedAs', undefined)
  app.decorateRequest('undeclared', undefined)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Whoever hangs up in the middle of a body hears no answer, and is no failure of ours.
    const isGone = request.raw.readableAborted && error.code === 'ECONNRESET'
    const translated = isGone ? unread : translate(error)
    request.undeclared = undeclaredIn(request, translated.body)
    const { status, body } = isStrict && request.undeclared ? failure(request.undeclared) : translated
    if (status >= 500) {
      // While the database is away every call meets it; that is worth a line, not an alarm each.
      request.log[status === 503 ? 'warn' : 'error']({ err: error }, 'request failed')
      body.requestId = request.id
    }
    request.refusedAs = body.message
    if (typeof body.retryAfter === 'number') reply.header('retry-after', String(body.retryAfter))
    reply.header('cache-control', 'no-store').status(status).send(body)
  })
}

/** The code of an answer that its call does not declare; logged with the call. */
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
    // Of files: a folder, a dot file or a path that leads out is not there, as anything else that is not.
    case 403:
    case 404:
      return { status: 404, body: { message: 'NO_DATA' } }
  }
  if (error.code === invalidText) return { status: 400, body: { message: 'INVALID_REQUEST' } }
  return { status: 500, body: { message: 'INTERNAL_SERVER_ERROR' } }
}

/** PostgreSQL: a text with a byte that no text has, such as zero. */
const invalidText = '22021'

/**
 * Reads JSON strictly: numbers are plain decimals with at most two digits after the point, so no amount can hide in
 * an exponent or be rounded on the way in (rules.md §1.1); no `__proto__`.
 */
export function readStrictJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      if (isCrowded(text as string)) throw new Refusal('INVALID_REQUEST')
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

/** Values that a body may have, far more than any call's; looking at each costs more than all else that is done with it. */
const maxValues = 250

/** Whether a body is made of more values than any call takes. Commas of texts count as well: nobody writes so many. */
function isCrowded(text: string): boolean {
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
    /** The code that the call was refused with. */
    refusedAs?: ErrorCode
    /** The same, where the contract does not declare it for the call. */
    undeclared?: ErrorCode | undefined
  }
}
