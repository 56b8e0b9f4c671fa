/**
 * What the pages may cost a cheap phone: bytes of JavaScript (gzip), milliseconds, and Lighthouse's scores. The bytes
 * are checked with the unit tests.
 */
export const aims = {
  login: { js: 54_000, lcp: 1800, cls: 0.02, tbt: 150, performance: 95, accessibility: 100 },
  dashboard: { js: 106_000, lcp: 2500, cls: 0.02, tbt: 150, performance: 95, accessibility: 100 },
}

/** The dashboard beside a React page that only draws as many cards. `lcp`: as a ratio; `tbt`: milliseconds more. */
export const besideBare = { lcp: 1.3, tbt: 150 }

/** Milliseconds on slow 3G with a processor slowed fourfold, for the first and the second visit alike. */
export const slowAims = { firstPaint: 1500, usable: 4000 }

/** Bytes of JavaScript (gzip) that the chat adds to a page: its button alone, and once it is opened. */
export const chatAims = { button: 5000, opened: 45_000 }
