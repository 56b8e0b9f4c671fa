/** The calls that the page's own script has made while the app was on its way (scripts/first-files.ts). */
declare global {
  var firstCalls:
    | { token: string; calls: Map<string, { answer: Promise<Response>; abort: AbortController }> }
    | undefined
}

/** Whether the page's script has asked for this, and nobody has taken the answer yet. */
export const isAsked = (url: string): boolean => globalThis.firstCalls?.calls.has(url) ?? false

/**
 * The answer to one of them, which can be taken once. Undefined if there is none, if it was lost, or if it is of another
 * session than `token`'s: then the app calls itself.
 * @param signal ends it, as it ends any other call that takes too long
 */
export function takeFirstCall(
  url: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response | undefined> | undefined {
  const { firstCalls } = globalThis
  if (!firstCalls || firstCalls.token !== token) return undefined
  const call = firstCalls.calls.get(url)
  if (!call) return undefined
  firstCalls.calls.delete(url)
  signal.addEventListener('abort', () => call.abort.abort(), { once: true })
  return call.answer.catch(() => undefined)
}
