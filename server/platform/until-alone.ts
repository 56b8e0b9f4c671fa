import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './database-trouble.ts'

/** Another call has changed what this one had read; nothing of this one is stored. */
export class Overtaken extends Error {}

/** The longest wait between two tries, in milliseconds. */
const longestWait = 320

/**
 * Runs `act`, which stores by one transaction, and repeats it while another transaction makes it fail: by a
 * conflict in the database, or by `Overtaken`. The waits between tries are random and grow, so that two calls
 * that collided do not collide again.
 * @param isInWay whether another error of `act` has the same cause, so that it is repeated, too
 * @throws the error of the last of `tries`, and every other error at once
 */
export async function untilAlone<Result>(
  act: () => Promise<Result>,
  { tries = 6, isInWay = () => false }: { tries?: number; isInWay?: (error: unknown) => boolean } = {},
): Promise<Result> {
  for (let turn = 1; ; turn++) {
    try {
      return await act()
    } catch (error) {
      const mayRepeat = isPassing(error) || error instanceof Overtaken || isInWay(error)
      if (!mayRepeat || turn === tries) throw error
      await sleep(Math.random() * Math.min(10 * 2 ** turn, longestWait))
    }
  }
}
