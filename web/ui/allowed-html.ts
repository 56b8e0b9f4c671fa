/**
 * The part of HTML that operators' texts may use; the server keeps the same list
 * (server/platform/sanitise.ts). Pure, so that it can be tested without a browser.
 */
const allowed = new Set(['p', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'br', 'h3', 'h4'])
/**
 * Elements whose content is not text for people. Any other element that is not allowed loses its tag and
 * keeps its words.
 */
const dropped = new Set([
  'script',
  'style',
  'template',
  'title',
  'textarea',
  'select',
  'option',
  'iframe',
  'object',
  'embed',
  'noscript',
  'svg',
  'math',
])

/** The few properties of the DOM that are read. */
export interface HtmlNode {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: Iterable<HtmlNode>
  getAttribute?(name: string): string | null
}

/** One piece of allowed HTML: words, or an element with at most a link. */
export type Piece = string | { tag: string; href?: string; pieces: Piece[] }

/** Reads what is allowed out of a parsed document, in order. */
export function readAllowed(nodes: Iterable<HtmlNode>): Piece[] {
  return [...nodes].flatMap((node): Piece[] => {
    if (node.nodeType === 3) return [node.textContent ?? '']
    const tag = node.nodeName.toLowerCase()
    if (node.nodeType !== 1 || dropped.has(tag)) return []
    const pieces = readAllowed(node.childNodes)
    if (!allowed.has(tag)) return pieces
    const href = tag === 'a' ? safeHref(node.getAttribute?.('href')) : undefined
    return [{ tag, ...(href && { href }), pieces }]
  })
}

/**
 * Web and phone links only: no javascript:, no data:, nothing relative, which a page could resolve to another
 * address.
 */
const safeHref = (href: string | null | undefined): string | undefined =>
  href && /^(https?:\/\/|tel:)/i.test(href.trim()) ? href.trim() : undefined
