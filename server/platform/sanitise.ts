import sanitizeHtml from 'sanitize-html'

/**
 * HTML that operators write, reduced to what a text needs: everything else is dropped, scripts and styles with their
 * content. Applied when a text is saved and again when it is shown (rules.md §14), so that neither a row written
 * behind the application's back nor a gap in one of the two lets anything through.
 */
export function sanitise(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'br', 'h3', 'h4'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'tel'],
    allowProtocolRelative: false,
  }).trim()
}
