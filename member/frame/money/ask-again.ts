import { api, refusal } from '../calls/api.ts'
import { onReturn } from '../calls/connection.ts'

/**
 * What the server has stored as the answer to an earlier call, by the call's idempotency key. This only
 * reads: a call that never arrived is not carried out by it. @returns undefined if the server cannot be
 * reached
 */
export const findAnswer = (idempotencyKey: string) =>
  api('GET /api/wallet/answer/:key', { params: { key: idempotencyKey } }).catch(() => undefined)

/**
 * The answer of an earlier call whose answer got lost. Undefined if the server has no answer or cannot be
 * reached.
 * @throws ApiError if the call was refused
 */
export async function answerOf<A>(idempotencyKey: string): Promise<A | undefined> {
  const found = await findAnswer(idempotencyKey)
  if (!found?.answered) return undefined
  if (found.status === 200) return found.body as A
  throw refusal(found.body, found.status, undefined, null)
}

/** Milliseconds until the first question, and the longest pause between two questions. */
const [soon, max] = [2000, 60_000]

/**
 * Asks after a short pause and then after pauses that double, and at once when the server can be reached
 * again, the tab becomes visible or the wallet moves (`wallet-moved`, from unanswered.tsx). If a question is
 * under way at that moment, the next one follows as soon as it ends; two never run at the same time. @returns
 * a function that stops it
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
    // The question under way may have been sent before the network came back, and be lost.
    if (isAsking) isCalledAgain = true
    else run()
  }
  const forget = onReturn(runNow)
  const shown = () => document.visibilityState === 'visible' && runNow()
  document.addEventListener('visibilitychange', shown)
  addEventListener('wallet-moved', runNow)
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', shown)
    removeEventListener('wallet-moved', runNow)
    forget()
  }
}
