/**
 * The content security policies of the server's pages: nothing is loaded from other sites, and inline code is
 * not run.
 */

const ofEveryPage = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

const inWords = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

export const pagePolicy = inWords(ofEveryPage)

/**
 * The policy of the member app and the console, which also show pictures that a person has just chosen, play
 * media, and can be installed.
 */
const ofApps = {
  ...ofEveryPage,
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'manifest-src': "'self'",
}

export const appPolicy = inWords(ofApps)

/**
 * The policy of the chat's page, the only one that other sites may show in a frame (rules.md §12.9).
 * @param origins those of the sites
 */
export const chatPolicy = (origins: readonly string[]): string =>
  inWords({ ...ofApps, 'frame-ancestors': ["'self'", ...origins].join(' ') })
