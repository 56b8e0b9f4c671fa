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
export const appPolicy = inWords({
  ...ofEveryPage,
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'manifest-src': "'self'",
})
