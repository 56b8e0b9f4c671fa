/**
 * Texts that PostgreSQL can keep, as text and within JSON: well-formed, which half an emoji is not, and
 * without the zero byte.
 */

/** Whether a text can be stored as it is. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * The text with U+FFFD in the place of each sign that cannot be stored.
 * @param most characters (code points) that are kept, so that no sign is cut in two; all of them by default
 */
export function storable(text: string, most = Number.POSITIVE_INFINITY): string {
  const sound = isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '\ufffd')
  // A text has at most as many code points as code units, so most texts need not be taken apart.
  return sound.length <= most ? sound : [...sound].slice(0, most).join('')
}

/**
 * The same JSON value with every text in it storable, names of fields included. Changes the value itself
 * where it must.
 */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  // Not by recursion, which a value that is nested deeply enough would exhaust.
  const left: object[] = []
  const look = (inner: unknown): void => {
    if (typeof inner === 'object' && inner !== null) left.push(inner)
  }
  look(value)
  for (let at = left.pop(); at; at = left.pop()) {
    const holder = at as Record<string, unknown>
    for (const [name, inner] of Object.entries(holder)) {
      look(inner)
      const [key, kept] = [storable(name), typeof inner === 'string' ? storable(inner) : inner]
      if (key === name && kept === inner) continue
      delete holder[name]
      holder[key] = kept
    }
  }
  return value
}

/**
 * Where in a JSON value texts are that cannot be stored: `/message/payload`. A field's name counts as a text.
 */
export function unstorableIn(value: unknown): string[] {
  const found: string[] = []
  const left: [string, unknown][] = [['', value]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, inner] = next
    if (typeof inner === 'string') {
      if (!isStorable(inner)) found.push(path)
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [name, deeper] of Object.entries(inner)) {
        if (isStorable(name)) left.push([`${path}/${name}`, deeper])
        else found.push(path)
      }
    }
  }
  return found
}
