import sanitizeHtml from 'sanitize-html'

/**
 * Reduces HTML that operators write to headings, paragraphs, lists, emphasis and links; scripts and styles
 * are dropped with their content. It is applied when a text is saved and again when it is shown (rules.md
 * §14), so that a row written directly into the database is clean as well.
 */
export function sanitise(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'br', 'h3', 'h4'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'tel'],
    allowProtocolRelative: false,
  }).trim()
}
