import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './database-trouble.ts'

/** Another call has changed what this one had read; nothing of this one is stored. */
export class Overtaken extends Error {}

/** Milliseconds that a try waits at most for those that stood in its way. */
const longestWait = 320

/**
 * Runs `act`, which stores by one transaction, again while another transaction has stood in its way: after a conflict in the
 * database, and after `Overtaken`. The tries wait for random and growing times, so that those who met do not meet again.
 * @param isInWay errors of `act` besides these that say the same
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
