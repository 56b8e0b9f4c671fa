import { clientErrorSizes as sizes } from '@krapao/contract/client-error.ts'
import { ApiError, headersOf } from '../api/client.ts'
import { entryOf } from '../parts/entry.ts'

/** The most errors that one page reports: where everything fails, the first ones say why. */
const max = 5
const reported = new Set<string>()

/** Errors of the browser that say nothing of our code. */
const foreign = /^(ResizeObserver loop|Script error)/

/**
 * Reports an error that nobody expected to the server's log, once for each page. Without a token: whoever
 * uses the app is nobody's business there. A report that does not arrive is lost.
 * @param part the part of the page that failed
 */
export function reportError(part: string, error: unknown): void {
  // A call that was refused or not answered is in the server's log, or in nobody's.
  if (error instanceof ApiError) return
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) }
  const name = `${part} ${message}`
  if (foreign.test(message) || reported.has(name) || reported.size >= max) return
  reported.add(name)
  const body = {
    release: cut(/[^/]*$/.exec(entryOf(document))?.[0] ?? '', sizes.release),
    page: cut(location.pathname, sizes.page),
    part: cut(part, sizes.part),
    message: cut(message, sizes.message),
    stack: cut(stack, sizes.stack),
  }
  fetch('/api/client-errors', {
    method: 'POST',
    keepalive: true,
    headers: { ...headersOf(undefined), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {})
}

/** Without half of a letter at its end, which the server does not take. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** Reports what no other code catches. Called once, when an app starts. */
export function reportUncaught(): void {
  addEventListener('error', ({ error, message }) => reportError('window', error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => reportError('promise', reason))
}
