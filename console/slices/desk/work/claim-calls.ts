import type { AnswerOf } from '@krapao/contract/client.ts'
import { headersOf } from '@krapao/web/api/client.ts'
import { api } from '../../../app/api.ts'
import { readToken } from '../../../app/session.ts'
import type { Subject } from './queries.ts'

/** The last call of each subject that is under way. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Lets the claims and releases of a subject reach the server in their order: a claim that a release overtakes
 * would stay for 90 s on an item that nobody looks at.
 */
function inTurn<T>({ queue, id }: Subject, call: () => Promise<T>): Promise<T> {
  const key = `${queue} ${id}`
  const turn = (turns.get(key) ?? Promise.resolve()).then(call)
  const ended = turn.then(
    () => {},
    () => {},
  )
  turns.set(key, ended)
  ended.then(() => turns.get(key) === ended && turns.delete(key))
  return turn
}

/** Claims a subject, or renews the claim (rules.md §17.2). @throws ApiError */
export const takeClaim = (subject: Subject): Promise<AnswerOf<'PUT /api/console/desk/:queue/:id/claim'>> =>
  inTurn(subject, () => api('PUT /api/console/desk/:queue/:id/claim', { params: subject }))

/** Releases the claim of a subject that was left. */
export const releaseClaim = (subject: Subject): Promise<void> => inTurn(subject, () => releaseAtOnce(subject))

/**
 * Releases the claim of a page that goes away: the request outlives the page, which cannot wait for a turn.
 */
export async function releaseAtOnce({ queue, id }: Subject): Promise<void> {
  const token = readToken()
  if (token === null) return
  const path = `/api/console/desk/${queue}/${encodeURIComponent(id)}/claim`
  await fetch(path, { method: 'DELETE', headers: headersOf(token), keepalive: true }).catch(() => {})
}
