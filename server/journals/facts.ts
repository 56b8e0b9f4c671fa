import Value from 'typebox/value'
import type { Journal } from '../ledger/public.ts'
import { type Facts, type Kind, type PhaseOf, shapeOf } from './kinds.ts'

type Kept = Pick<Journal, 'key' | 'kind' | 'phase' | 'meta'>

/**
 * Whether a journal is of this kind and phase and has the facts of it. Further ones, of earlier releases, do
 * no harm.
 */
export function isOf<K extends Kind, P extends PhaseOf<K>>(
  journal: Omit<Kept, 'key'>,
  kind: K,
  phase: P,
): journal is Omit<Kept, 'key'> & { meta: Facts<K, P> } {
  const shape = shapeOf(kind, phase)
  return (
    journal.kind === kind &&
    journal.phase === phase &&
    shape !== undefined &&
    Value.Check(shape, journal.meta)
  )
}

/**
 * The facts of a journal that has to be of this kind and phase.
 * @throws TypeError it is another one, or lacks a fact: then nothing is decided about its money
 */
export function factsOf<K extends Kind, P extends PhaseOf<K>>(journal: Kept, kind: K, phase: P): Facts<K, P> {
  if (isOf(journal, kind, phase)) return journal.meta as Facts<K, P>
  throw new TypeError(`journal ${journal.key} has not the facts of ${kind}, ${phase}`)
}

/**
 * The facts that can be read, each by itself: journals of an earlier release may lack some. For what is only
 * shown.
 * @param meta of a journal of this kind and phase
 */
export function readable<K extends Kind, P extends PhaseOf<K>>(
  kind: K,
  phase: P,
  meta: Record<string, unknown>,
): Partial<Facts<K, P>> {
  const fits = Object.entries(shapeOf(kind, phase)?.properties ?? {}).filter(
    ([name, shape]) => Object.hasOwn(meta, name) && Value.Check(shape, meta[name]),
  )
  return Object.fromEntries(fits.map(([name]) => [name, meta[name]])) as Partial<Facts<K, P>>
}

/** Kinds that the ledger itself posts, with facts of its own. */
const ofLedger = ['reverse']

/**
 * Faults in the facts of a journal, for the proof of the books: readers know every kind, and find what they
 * look for. undefined: nothing.
 */
export function wrongFacts({
  kind,
  phase,
  meta,
}: Pick<Kept, 'kind' | 'meta'> & { phase: string }): string | undefined {
  if (ofLedger.includes(kind)) return undefined
  const shape = shapeOf(kind, phase)
  if (!shape) return `is of a kind that nobody reads: ${kind}, ${phase}`
  return Value.Check(shape, meta) ? undefined : `lacks facts of ${kind}, ${phase}`
}

/** SQL of a fact, as text. @param journals the alias of the journals */
export const fact = <K extends Kind, P extends PhaseOf<K>>(
  _kind: K,
  _phase: P,
  name: keyof Facts<K, P> & string,
  journals = 'j',
): string => `${journals}.meta->>'${name}'`
