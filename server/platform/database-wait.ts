import { setTimeout as sleep } from 'node:timers/promises'
import { troubleOf } from './database-trouble.ts'

/** Wait between two tries, ms. */
const again = 500

/**
 * Does what needs the database once it is there: again while it is away, so `act` must be safe to repeat. Any other
 * error is thrown, as is the last trouble once `signal` says to give up.
 */
export async function onceThere<T>(
  act: () => Promise<T>,
  { signal, say }: { signal?: AbortSignal; say(reason: string): void },
): Promise<T> {
  for (let said = ''; ; ) {
    try {
      return await act()
    } catch (error) {
      const trouble = troubleOf(error)
      if (!trouble || signal?.aborted) throw error
      if (trouble.reason !== said) say(`waits for the database: ${trouble.message}`)
      said = trouble.reason
      await sleep(again)
    }
  }
}
