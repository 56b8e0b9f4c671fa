/** The calls that the page's own script has made while the app was on its way (scripts/first-files.ts). */
declare global {
  var firstCalls:
    | { token: string; calls: Map<string, { answer: Promise<Response>; abort: AbortController }> }
    | undefined
}

/**
 * Whether all of these were asked, in the session of `token`, and answered without an error. An error is the
 * business of the page that shows it: only then is the app ready to lead to the login page.
 */
export async function areAnswered(urls: string[], token: string | undefined): Promise<boolean> {
  const { firstCalls } = globalThis
  const answers = urls.map((url) => firstCalls?.calls.get(url)?.answer)
  if (firstCalls?.token !== token || answers.includes(undefined)) return false
  const all = await Promise.allSettled(answers)
  return all.every((one) => one.status === 'fulfilled' && one.value?.ok)
}

/**
 * The answer to one of them, which can be taken once. Undefined if there is none, if it was lost, or if it is
 * of another session than `token`'s: then the app calls itself.
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
