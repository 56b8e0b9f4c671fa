import { setTimeout as sleep } from 'node:timers/promises'
import { troubleOf } from './database-trouble.ts'

/** Pause between two attempts, ms. */
const pause = 500

/**
 * Runs `act`, and repeats it as long as it fails with `DatabaseTrouble`; `act` must be safe to repeat.
 * @param options.signal ends the attempts
 * @param options.say is called when the reason changes, with a text for the log
 * @throws any other error of `act`, and after `signal` the last `DatabaseTrouble`
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
      await sleep(pause)
    }
  }
}
