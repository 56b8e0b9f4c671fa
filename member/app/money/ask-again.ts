import { api, refusal } from '../api.ts'
import { onReturn } from '../connection.ts'

/**
 * What a call was answered whose answer was lost, by the key that it went out with; undefined where the server has no
 * answer or cannot be asked. Asking carries nothing out: a call that never arrived stays so until it is sent again.
 * @throws ApiError as the call was refused
 */
export async function answerOf<A>(idempotencyKey: string): Promise<A | undefined> {
  const found = await api('GET /api/wallet/answer/:key', { params: { key: idempotencyKey } }).catch(
    () => undefined,
  )
  if (!found?.answered) return undefined
  if (found.status === 200) return found.body as A
  throw refusal(found.body, found.status, undefined, null)
}

/** Milliseconds until the first question, and the longest pause between two. */
const [soon, max] = [2000, 60_000]

/**
 * Asks soon, then after pauses twice as long each, and at once whenever the server can be reached again or the tab is shown
 * again; where a question is under way then, as soon as it has ended. Never twice at a time. @returns what stops it
 */
export function keepAsking(ask: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout>
  let pause = soon
  let [isAsking, isCalledAgain, isOver] = [false, false, false]
  function wait(): void {
    timer = setTimeout(run, pause)
    pause = Math.min(2 * pause, max)
  }
  async function run(): Promise<void> {
    clearTimeout(timer)
    if (isAsking) return
    isAsking = true
    await ask().catch(() => {})
    isAsking = false
    if (isOver) return
    if (!isCalledAgain) return wait()
    isCalledAgain = false
    run()
  }
  function runNow(): void {
    // What is under way may have gone out before the network was back, and be lost.
    if (isAsking) isCalledAgain = true
    else run()
  }
  const forget = onReturn(runNow)
  const shown = () => document.visibilityState === 'visible' && runNow()
  document.addEventListener('visibilitychange', shown)
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', shown)
    forget()
  }
}
