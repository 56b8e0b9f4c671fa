/**
 * Bytes of JavaScript (gzip) that the first screens wait for; they are checked with the unit tests. 66,000 of
 * each are React (docs/decisions/0058).
 */
export const firstScreenAims = { login: 100_000, dashboard: 148_000 }

/**
 * What the pages may cost a cheap phone, first visit: bytes of JavaScript (gzip) with what is loaded once
 * they are idle, milliseconds, and Lighthouse's scores.
 */
export const aims = {
  login: { js: 112_000, lcp: 1800, cls: 0.02, tbt: 150, performance: 95, accessibility: 100 },
  dashboard: { js: 160_000, lcp: 2500, cls: 0.02, tbt: 150, performance: 95, accessibility: 100 },
}

/**
 * Both beside a React page that only draws as many cards as the dashboard. `lcp`: as a ratio; `tbt`:
 * milliseconds more.
 */
export const besideBare = { lcp: 1.3, tbt: 150 }

/** Milliseconds on slow 3G with a processor slowed fourfold. */
export const slowAims = {
  first: { firstPaint: 1500, usable: 4000 },
  second: { firstPaint: 1500, usable: 1500 },
}

/** Bytes of JavaScript (gzip) that the chat adds to a page: its button alone, and once it is opened. */
export const chatAims = { button: 5000, opened: 46_500 }
