import type { ErrorBody } from '@krapao/contract/errors.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import { Refusal } from '../platform/refusal.ts'

/**
 * How requests are read and errors answered (rules.md §14): one place turns every failure into a code, and nothing
 * about the inside leaves.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, body } = translate(error)
    if (status >= 500) {
      request.log.error({ err: error }, 'request failed')
      body.requestId = request.id
    }
    reply.header('cache-control', 'no-store').status(status).send(body)
  })
}

function translate(error: FastifyError): { status: number; body: ErrorBody } {
  if (error instanceof Refusal)
    return { status: error.status, body: { ...error.details, message: error.code } }
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
  }
  if (isDatabaseAway(error)) return { status: 503, body: { message: 'SERVICE_UNAVAILABLE' } }
  return { status: 500, body: { message: 'INTERNAL_SERVER_ERROR' } }
}

/** Connection refused, reset or shutting down, as Node and PostgreSQL (class 57P, 08) name it. */
function isDatabaseAway(error: Error & { code?: string }): boolean {
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[1-3]|08\d{3})$/.test(error.code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

/**
 * Reads JSON strictly: numbers are plain decimals with at most two digits after the point, so no amount can hide in
 * an exponent or be rounded on the way in (rules.md §1.1); no `__proto__`.
 */
export function readStrictJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    try {
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

function strict(this: unknown, key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === '__proto__' || key === 'constructor') throw new Refusal('INVALID_REQUEST')
  if (typeof value === 'number' && !/^-?\d{1,15}(\.\d{1,2})?$/.test(context?.source ?? String(value))) {
    const code = key === 'amount' ? 'INVALID_AMOUNT' : 'INVALID_REQUEST'
    throw new Refusal(code, { fields: [{ field: key, reason: 'a plain number with at most two decimals' }] })
  }
  return value
}
