/** What the pages of this server may load and do, by their content security policy: nothing of anybody else's, no inline code. */

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

/** Of the member app and the console: they also show pictures that a person has just chosen, play media, and are installed. */
export const appPolicy = inWords({
  ...ofEveryPage,
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'manifest-src': "'self'",
})
