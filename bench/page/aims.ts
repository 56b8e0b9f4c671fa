/**
 * What the pages may cost a cheap phone: bytes of JavaScript (gzip), milliseconds, and Lighthouse's scores. The bytes
 * are checked with the unit tests.
 */
export const aims = {
  login: { js: 112_500, lcp: 1800, cls: 0.02, tbt: 150, performance: 95, accessibility: 100 },
  dashboard: { js: 166_000, lcp: 2500, cls: 0.02, tbt: 150, performance: 95, accessibility: 100 },
}

/** Bytes of JavaScript (gzip) that the chat adds to a page: its button alone, and once it is opened. */
export const chatAims = { button: 5000, opened: 45_000 }
