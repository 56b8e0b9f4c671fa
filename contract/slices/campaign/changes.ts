/**
 * What differs between two versions, field by field (rules.md §19). No dependency: the browser uses this file
 * too.
 */

export interface Change {
  /**
   * The path of the field, e.g. `condition/days`, or `slices/C50/weight`: a part with a code is known by it,
   * else by its place.
   */
  field: string
  /** Null: it was not there. */
  from: unknown
  /** Null: it is there no more. */
  to: unknown
}

export function changesOf(from: unknown, to: unknown, field = ''): Change[] {
  if (isSame(from, to)) return []
  const before = partsOf(from)
  const after = partsOf(to)
  if (!before || !after) return [{ field, from: from ?? null, to: to ?? null }]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const inner = names.flatMap((name) =>
    changesOf(before.get(name), after.get(name), field === '' ? name : `${field}/${name}`),
  )
  // The same parts in another order.
  return inner.length > 0 ? inner : [{ field, from: [...before.keys()], to: [...after.keys()] }]
}

/** The parts of an object, or of a list, by name; undefined of anything that has none. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  const codes = value.map((part) => (part as { code?: unknown } | null)?.code)
  const isCoded = new Set(codes).size === codes.length && codes.every((code) => typeof code === 'string')
  return new Map(value.map((part, at) => [isCoded ? String(codes[at]) : String(at), part]))
}

/** Whether two values read from JSON are the same; the order of an object's fields does not matter. */
function isSame(value: unknown, other: unknown): boolean {
  if (typeof value !== 'object' || typeof other !== 'object' || value === null || other === null) {
    return (value ?? null) === (other ?? null)
  }
  if (Array.isArray(value) !== Array.isArray(other)) return false
  const names = new Set([...Object.keys(value), ...Object.keys(other)])
  return [...names].every((name) =>
    isSame((value as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  )
}
