/** A message of a page to the worker. */
export interface ToWorker {
  /** Paths of files that the page has loaded: the browser has them, so keeping them costs no data. */
  keep?: string[]
  /** The line is good: keep the sheets that move money, in this language, before they are first opened. */
  language?: string
  /** A newer worker is to begin, if this page is the only one. */
  begin?: true
}
