/**
 * The address of the last of the page's own scripts, which every release has anew because it names all other
 * files.
 */
export function entryOf(page: Document): string {
  // A built page of the member app starts them in another script, and only names them here
  // (scripts/first-files.ts).
  const entry = [
    ...page.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
      'link[data-entry], script[type=module][src]',
    ),
  ].at(-1)
  if (!entry) return ''
  return 'src' in entry ? entry.src : entry.href
}
