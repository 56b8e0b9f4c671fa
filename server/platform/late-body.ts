import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A request is admitted by its headers, and its body may come half a minute later (connections.ts). What its
 * sender may do is carried out when the body is there, so it is asked again then (docs/decisions/0042).
 */

/** Runs what `passing` has left for the body of each request. */
export function askAgainWithBody(app: FastifyInstance): void {
  app.decorateRequest('openChecks', undefined)
  app.addHook('preValidation', bodyIsThere)
}

/**
 * Checks whether a request may go on, and again when its body is there. A body that arrived with the headers
 * costs nothing: it is no older than the first answer.
 * @param check throws a Refusal if it may not
 */
export async function passing(request: FastifyRequest, check: () => Promise<void>): Promise<void> {
  await check()
  if (!request.raw.complete) request.openChecks = [...(request.openChecks ?? []), check]
}

/**
 * A handler that reads the body itself, as uploads do, calls this when it has read all of it. @throws Refusal
 */
export async function bodyIsThere(request: FastifyRequest): Promise<void> {
  for (const check of request.openChecks ?? []) await check()
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The checks that were made before the body was there. */
    openChecks?: readonly (() => Promise<void>)[]
  }
}
