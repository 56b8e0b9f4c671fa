import type { FastifyRequest } from 'fastify'

/**
 * The declared path of the route that answers a request, e.g. `/api/wallet/answer/:key`. Where none is
 * declared (files of the pages, and addresses that do not exist) it is the address without its query and with
 * escaped letters decoded. Whatever depends on where a request goes asks this and not the address as it was
 * written: the router takes `/%61pi/wallet` for `/api/wallet`.
 */
export function routeOf(request: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const { url } = request.routeOptions
  return url === undefined || url.includes('*') ? decoded(request.url) : url
}

function decoded(url: string): string {
  const path = url.replace(/[?#].*$/s, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
