import type { Answer, Body, Endpoint, Expected, Params, Query, SentBody } from './endpoint.ts'
import type * as endpoints from './endpoints.ts'

/**
 * The types of `api('POST /api/wallet/transfer', …)`: every endpoint by method and path. Types only, so that
 * browsers load no schemas.
 */
type Catalogue = { [K in keyof typeof endpoints as NameOf<(typeof endpoints)[K]>]: (typeof endpoints)[K] }
type NameOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never

export type CallName = keyof Catalogue
export type AnswerOf<N extends CallName> = Answer<Catalogue[N]>
export type BodyOf<N extends CallName> = Body<Catalogue[N]>
/** A body as our own apps send it. */
export type SentBodyOf<N extends CallName> = SentBody<Catalogue[N]>
export type ExpectedOf<N extends CallName> = Expected<Catalogue[N]>
export type ParamsOf<N extends CallName> = Params<Catalogue[N]>
export type QueryOf<N extends CallName> = Query<Catalogue[N]>
