import type { FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import type { PrettyOptions } from 'pino-pretty'
import { redactUrl } from '../slices/game/public.ts'

/**
 * A request's address for the log: without its query, which contains what people search for (phone numbers,
 * bank accounts), without long numbers in its path, and without credentials (rules.md §4.5).
 */
export const shownUrl = (url: string): string =>
  redactUrl(url.replace(/^\/r\/[^?]*/, '/r/…'))
    .replace(/\?.*$/s, '?…')
    .replace(/\d{8,}/g, '…')

/** The log of the process: lines of JSON for programs, or readable lines in a terminal. */
export async function openLog(level: string): Promise<Logger> {
  const options = {
    level,
    redact: ['*.password', '*.token', '*.otpCode'],
    serializers: {
      // No headers (tokens), and nothing in path or query that identifies people.
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: shownUrl(request.url),
        ip: request.ip,
      }),
    },
  }
  if (!process.stdout.isTTY) return pino(options)
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ ...readable, sync: true }))
}

/** A line for people: the time, the message, and for a call its address or its answer. */
export const readable: PrettyOptions = {
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'pid,hostname,reqId,req,res,responseTime',
  messageFormat(line, messageKey) {
    const { req, res, responseTime, reqId } = line as CallLine
    if (req) return `→ ${req.method} ${req.url} [${reqId}]`
    if (res && responseTime !== undefined)
      return `← ${res.statusCode} in ${Math.round(responseTime)} ms [${reqId}]`
    return [line[messageKey], reqId && `[${reqId}]`].filter(Boolean).join(' ')
  },
}

/** The fields that Fastify logs of a call and of its answer. */
interface CallLine {
  req?: { method: string; url: string }
  res?: { statusCode: number }
  /** ms */
  responseTime?: number
  reqId?: string
}
