import type { FastifyRequest } from 'fastify'

/**
 * The origin of the page that makes a call, e.g. https://wallet.example; undefined if it is not certain. What
 * a caller writes into the Host header is believed for `localhost` only, where there is nobody to deceive.
 * @param configured PUBLIC_URL
 */
export function publicOriginOf(
  configured: string | undefined,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string | undefined {
  if (configured) return configured
  return /^localhost(:\d+)?$/.test(host) ? `${protocol}://${host}` : undefined
}

/** The host of that page, as codes by SMS name it. */
export function publicHostOf(...of: Parameters<typeof publicOriginOf>): string | undefined {
  const origin = publicOriginOf(...of)
  return origin && new URL(origin).hostname
}
