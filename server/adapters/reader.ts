import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** Reads an answer of exactly the agreed form; undefined for everything else, which is garbage. */
export const reader = <S extends TSchema>(schema: S) => {
  const compiled = Compile(schema)
  return (body: unknown): Static<S> | undefined => (compiled.Check(body) ? (body as Static<S>) : undefined)
}
