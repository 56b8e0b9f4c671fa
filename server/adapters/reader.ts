import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** Parses an answer that has exactly the agreed form; undefined for any other. */
export const reader = <S extends TSchema>(schema: S) => {
  const compiled = Compile(schema)
  return (body: unknown): Static<S> | undefined => (compiled.Check(body) ? (body as Static<S>) : undefined)
}
