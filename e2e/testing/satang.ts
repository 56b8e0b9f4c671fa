import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Two digits that no other journey on this worker's server has: by the amounts that end in them a journey
 * finds its own items among those that others left. The count is in a file, because the server outlives the
 * worker: Playwright starts a new worker after a failed journey and for the next project.
 */
export function ownSatang(): string {
  const { E2E_FOLDER = '', TEST_PARALLEL_INDEX } = process.env
  const file = join(E2E_FOLDER, `satang-${TEST_PARALLEL_INDEX}`)
  const next = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 10
  if (next > 99) throw new Error('more journeys than satang')
  writeFileSync(file, String(next + 1))
  return String(next)
}
