/** The most characters of a drawing; it is part of every first visit. */
const most = 60_000

const refused: [RegExp, string][] = [
  [/<script/i, 'has a script'],
  [/\son[a-z]+\s*=/i, 'has an event handler'],
  [/javascript\s*:/i, 'has a script in an address'],
  [/<(foreignObject|iframe|embed|object|audio|video|canvas)\b/i, 'has HTML in it'],
  [/<!(DOCTYPE|ENTITY|\[CDATA)/i, 'has a declaration'],
  [/<\?xml-stylesheet/i, 'loads a style'],
  [/@import/i, 'loads a style'],
  [/<(set|animate\w*)\b/i, 'is animated'],
  [/<text\b/i, 'has letters, which look different on every phone; make them paths'],
]
/** An address in a drawing leads to a part of itself, or is a picture. */
const address = /(?:href\s*=\s*["']?|url\(\s*["']?)\s*(?!#|data:image\/(?:png|jpeg|webp);base64,)[^\s"')]/i

/**
 * Why an SVG of a brand is not served; undefined if it is. Browsers run no script of a picture in a page, but
 * would if somebody opened it by its address, and the chat's script puts the mark into pages of other sites.
 */
export function drawingProblem(svg: string): string | undefined {
  const text = svg.trim()
  if (!/^(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text) || !text.endsWith('</svg>'))
    return 'is no SVG'
  if (!/\bviewBox\s*=/.test(text)) return 'has no viewBox'
  if (text.length > most) return `has more than ${most} characters`
  // An entity could spell any of the words above.
  if (/&/.test(text)) return 'has an entity; write the character itself'
  const found = refused.find(([pattern]) => pattern.test(text))
  if (found) return found[1]
  return address.test(text) ? 'has an address of something outside itself' : undefined
}
