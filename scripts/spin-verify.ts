// npm run spin:verify: calculates past spins of the prize wheel again (docs/rules.md §11.2), one verdict a
// line. It needs no server and believes nothing but the seeds.
//
//   npm run spin:verify -- spins.json
//     what `POST /api/spinwheel/spins` answered; without a file, standard input
//   npm run spin:verify -- --server-seed S --client-seed C --nonce N --slices slices.json
//     one spin; slices.json: [{"code", "weight"}, …] in their order; also --hash H, --code CODE
//   npm run spin:verify -- --database
//     every spin in the database whose seed is revealed
//
// Exit code 0 when nothing is wrong, 1 when a spin is, 2 when there is nothing to check. The embedded
// database takes one process at a time: stop the server before `--database`.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { openPglite } from '../server/platform/database-pglite.ts'
import { openPostgres } from '../server/platform/database-postgres.ts'
import { type CheckedSpin, checkSpin, readSpins, selectRevealed } from '../server/slices/spinwheel/public.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'server-seed': { type: 'string' },
    'client-seed': { type: 'string' },
    nonce: { type: 'string' },
    slices: { type: 'string' },
    hash: { type: 'string' },
    code: { type: 'string' },
    database: { type: 'boolean' },
  },
})

const counts = { right: 0, wrong: 0, sealed: 0 }

async function check(spin: CheckedSpin): Promise<void> {
  const result = await checkSpin(spin)
  const named = `${spin._id} (nonce ${spin.nonce})`
  switch (result.verdict) {
    case 'right':
      counts.right++
      console.log(`right         ${named}: ${spin.code}`)
      break
    case 'not revealed':
      counts.sealed++
      console.log(`not revealed  ${named}: rotate the seed to see it`)
      break
    case 'wrong seed':
      counts.wrong++
      console.log(
        `WRONG SEED    ${named}: its SHA-256 is ${result.sha256}, promised was ${spin.serverSeedHash}`,
      )
      break
    case 'wrong draw':
      counts.wrong++
      console.log(`WRONG DRAW    ${named}: the seeds give ${result.drawn}, recorded is ${spin.code}`)
  }
}

/** One spin by its parts. Without `--hash` or `--code` that part is only shown. */
async function checkParts(serverSeed: string): Promise<void> {
  const { 'client-seed': clientSeed, nonce, slices, hash, code } = values
  if (clientSeed === undefined || nonce === undefined || slices === undefined) {
    throw new Error('--client-seed, --nonce and --slices belong to --server-seed')
  }
  const sha256 = createHash('sha256').update(serverSeed).digest('hex')
  const [spin] = readSpins(
    JSON.stringify({
      _id: 'this spin',
      serverSeedHash: hash ?? sha256,
      serverSeed,
      clientSeed,
      nonce: Number(nonce),
      slices: JSON.parse(readFileSync(slices, 'utf8')),
      code: code ?? '',
    }),
  )
  if (!spin) return
  const result = await checkSpin(spin)
  if (code === undefined && result.verdict === 'wrong draw') {
    console.log(`The seeds give ${result.drawn}; SHA-256 of the server seed: ${sha256}`)
    counts.right++
  } else await check(spin)
}

async function checkDatabase(): Promise<void> {
  const url = process.env.DATABASE_URL
  const folder = join(process.env.DATA_DIR || '.data', 'database')
  if (!url && !existsSync(folder)) {
    throw new Error(`there is no database in ${folder}, and DATABASE_URL is not set`)
  }
  const database = url ? openPostgres(url, 1, 0) : await openPglite(folder)
  try {
    for (let after = 0; ; ) {
      const page = await selectRevealed(database.db, { after, limit: 1000 })
      for (const { id, sha256, ...spin } of page) await check({ ...spin, _id: id, serverSeedHash: sha256 })
      const last = page.at(-1)
      if (!last) break
      after = last.number
    }
  } finally {
    await database.close()
  }
}

try {
  const serverSeed = values['server-seed']
  if (values.database) await checkDatabase()
  else if (serverSeed !== undefined) await checkParts(serverSeed)
  else {
    const [file] = positionals
    for (const spin of readSpins(file ? readFileSync(file, 'utf8') : await text(process.stdin)))
      await check(spin)
  }
  console.log(`${counts.right} right, ${counts.wrong} wrong, ${counts.sealed} not revealed yet`)
  process.exitCode = counts.wrong === 0 ? 0 : 1
} catch (error) {
  console.error(`The spins cannot be checked: ${(error as Error).message}`)
  process.exitCode = 2
}
