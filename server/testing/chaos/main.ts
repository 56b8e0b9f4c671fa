import { runChaos } from './chaos.ts'
import { faultNames } from './faults.ts'

/**
 * `npm run test:chaos`: ten minutes of random operations and faults on two nodes, then an audit of the books.
 * CHAOS_SECONDS: the duration. CHAOS_SEED: the seed of an earlier run, whose choices are repeated.
 * CHAOS_FAULTS: names of faults, separated by commas; by default all.
 */
const { CHAOS_SECONDS = '600', CHAOS_SEED = String(Date.now() % 1_000_000), CHAOS_FAULTS } = process.env
const names = CHAOS_FAULTS?.split(',') ?? faultNames
const unknown = names.filter((name) => !faultNames.includes(name))
if (unknown.length > 0) throw new Error(`no faults: ${unknown}; there are: ${faultNames.join(', ')}`)

const { counts, violations } = await runChaos({
  seconds: Number(CHAOS_SECONDS),
  seed: Number(CHAOS_SEED),
  members: 40,
  actors: 14,
  faults: names,
  log: (line) => console.log(line),
})
for (const [name, count] of Object.entries(counts).sort()) console.log(`${String(count).padStart(6)} ${name}`)
for (const violation of violations) console.error(`VIOLATION ${violation}`)
console.log(`seed ${CHAOS_SEED}: ${violations.length} violations`)
process.exit(violations.length === 0 ? 0 : 1)
