import { createHash } from 'node:crypto'

/**
 * The content security policies of the server's pages: nothing is loaded from other sites, and no inline
 * script or style is used but those that the build and the server put into the page, each admitted by its
 * hash.
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

const hash = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

/**
 * The texts of a page between the tags of one kind. Data in a script element has an attribute, and is no
 * script.
 */
const inlineOf = (tag: 'script' | 'style', html: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, code = '']) => hash(code))

/** The directives that admit the scripts and styles that are in a built page itself. */
const withInlineOf = (html: string) => ({
  'script-src': [ofApps['script-src'], ...inlineOf('script', html)].join(' '),
  'style-src': [ofApps['style-src'], ...inlineOf('style', html)].join(' '),
})

/** The policy of a page of the member app or the console. */
export const policyOfPage = (html: string): string => inWords({ ...ofApps, ...withInlineOf(html) })

/** The policy of a page without scripts and forms: its own style, and pictures and letters of this server. */
export const plainPolicyOf = (html: string): string =>
  inWords({
    'default-src': "'none'",
    'style-src': inlineOf('style', html).join(' '),
    'img-src': "'self'",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })

/**
 * The policy of the chat's page, the only one that other sites may show in a frame (rules.md §12.9).
 * @param origins those of the sites
 */
export const chatPolicy = (html: string, origins: readonly string[]): string =>
  inWords({
    ...ofApps,
    ...withInlineOf(html),
    'frame-ancestors': ["'self'", ...origins].join(' '),
  })
