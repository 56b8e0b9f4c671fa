/** Bytes of JavaScript (gzip) that the first screens wait for; they are checked with the unit tests. */
export const firstScreenAims = { login: 54_000, dashboard: 106_000 }

/**
 * What the pages may cost a cheap phone, first visit: bytes of JavaScript (gzip) with what is loaded once they are idle,
 * milliseconds, and Lighthouse's scores.
 */
export const aims = {
  login: { js: 68_000, lcp: 1800, cls: 0.02, tbt: 150, performance: 95, accessibility: 100 },
  dashboard: { js: 120_000, lcp: 2500, cls: 0.02, tbt: 150, performance: 95, accessibility: 100 },
}

/** The dashboard beside a React page that only draws as many cards. `lcp`: as a ratio; `tbt`: milliseconds more. */
export const besideBare = { lcp: 1.3, tbt: 150 }

/** Milliseconds on slow 3G with a processor slowed fourfold, for the first and the second visit alike. */
export const slowAims = { firstPaint: 1500, usable: 4000 }

/** Bytes of JavaScript (gzip) that the chat adds to a page: its button alone, and once it is opened. */
export const chatAims = { button: 5000, opened: 45_000 }
