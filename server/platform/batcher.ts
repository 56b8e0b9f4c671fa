/**
 * Collects calls into batches: calls that arrive while a batch runs form the next one.
 * @param run gets the items in order of arrival and returns one result per item; an `Error` as a result
 *   rejects that call only
 * @param options.max items in one batch
 * @param options.inFlight batches that run at a time
 * @param options.stuckAfter ms after which a running batch no longer counts as `inFlight`, so that a batch
 *   that hangs does not delay the calls after it
 */
export function batcher<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  options: { max?: number; inFlight?: number; stuckAfter?: number } = {},
): Batcher<Item, Result> {
  const { max = 500, inFlight = 1, stuckAfter = 250 } = options
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: Error) => void }[] = []
  let running = 0
  let stuck = 0
  let scheduled = false
  let whenIdle: (() => void)[] = []

  async function flush(): Promise<void> {
    scheduled = false
    if (running >= inFlight || waiting.length === 0) return
    const batch = waiting.slice(0, max)
    waiting = waiting.slice(max)
    running++
    let isStuck = false
    const timer = setTimeout(() => {
      isStuck = true
      running--
      stuck++
      if (waiting.length > 0) schedule()
    }, stuckAfter)
    if (running < inFlight && waiting.length > 0) schedule()
    try {
      const results = await run(batch.map((call) => call.item))
      for (const [i, call] of batch.entries()) {
        const result = results[i]
        if (result instanceof Error) call.reject(result)
        else call.resolve(result as Result)
      }
    } catch (error) {
      for (const call of batch) call.reject(error as Error)
    } finally {
      clearTimeout(timer)
      if (isStuck) stuck--
      else running--
      if (waiting.length > 0) schedule()
      else if (running + stuck === 0) settle()
    }
  }

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  function settle(): void {
    const due = whenIdle
    whenIdle = []
    for (const resolve of due) resolve()
  }

  const submit = (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running < inFlight) schedule()
    })

  const idle = (): Promise<void> =>
    running + stuck === 0 && waiting.length === 0
      ? Promise.resolve()
      : new Promise((resolve) => whenIdle.push(resolve))

  return Object.assign(submit, { idle })
}

/**
 * Divides items into rounds in which each key comes once, for statements that may not meet a row twice. Items
 * of one key keep their order.
 */
export function inRounds<Item>(items: Item[], keyOf: (item: Item) => string): Item[][] {
  const rounds: Item[][] = []
  const used = new Map<string, number>()
  for (const item of items) {
    const key = keyOf(item)
    const round = used.get(key) ?? 0
    used.set(key, round + 1)
    const found = rounds[round]
    if (found) found.push(item)
    else rounds.push([item])
  }
  return rounds
}

export interface Batcher<Item, Result> {
  (item: Item): Promise<Result>
  /** Resolves when no item waits and no batch runs. */
  idle(): Promise<void>
}
