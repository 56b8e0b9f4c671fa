import pLimit from 'p-limit'

/**
 * Runs acts of one key one after the other, and at most `width` altogether. Password checks use it, because
 * each is counted as a failure until it has succeeded: without the queue, many people who log in from one
 * address at the same moment would look like an attack. It also bounds their memory (19 MiB each). Chat
 * messages use it, so that one that is sent again while it is stored is known as the same.
 */
export function keyedQueue(width: number): <T>(key: string, act: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<void>>()
  const limit = pLimit(width)

  return async (key, act) => {
    const before = tails.get(key)
    let leave = () => {}
    const mine = new Promise<void>((resolve) => {
      leave = resolve
    })
    tails.set(key, mine)
    await before
    try {
      return await limit(act)
    } finally {
      if (tails.get(key) === mine) tails.delete(key)
      leave()
    }
  }
}
