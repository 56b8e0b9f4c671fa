import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanPicture } from '@krapao/server/platform/picture.ts'
import { glance, scanSlip } from '@krapao/server/slices/deposit/slip/scan.ts'
import { keptPicture } from '@krapao/server/slices/deposit/slip/upload.ts'
import { photos, variants } from './corpus.ts'

/**
 * `npm run bench:slip`: the share of slips that are read, as JSON. Slips in the designs of six banks, each in
 * every variant of the corpus, are cleaned and read like an upload, one at a time. A wrong reference is a
 * failure. Times are milliseconds of both steps together. BENCH_SLIPS: number of slips, 60 by default.
 */
const count = Number(process.env.BENCH_SLIPS ?? 60)
const folder = mkdtempSync(join(tmpdir(), 'krapao-slips-'))
const file = join(folder, 'upload')
const times: number[] = []
const failures: Record<string, number> = Object.fromEntries(Object.keys(variants).map((name) => [name, 0]))
const attempts: Record<string, number> = {}
let read = 0

try {
  for await (const { variant, reference, bytes } of photos(count)) {
    writeFileSync(file, bytes)
    const began = performance.now()
    const picture = await cleanPicture(file, keptPicture)
    const seen = picture.outcome === 'picture' ? await glance(picture.bytes) : undefined
    const scan =
      picture.outcome === 'picture' && seen?.outcome === 'none' ? await scanSlip(picture.bytes) : seen
    times.push(performance.now() - began)
    if (scan?.outcome === 'slip' && scan.reference === reference) {
      read++
      attempts[scan.attempt] = (attempts[scan.attempt] ?? 0) + 1
    } else {
      failures[variant] = (failures[variant] ?? 0) + 1
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

times.sort((a, b) => a - b)
const quantile = (share: number): number => Math.round(times[Math.ceil(share * times.length) - 1] ?? 0)
const photosRead = times.length
console.log(
  JSON.stringify(
    {
      slips: count,
      photos: photosRead,
      read,
      rate: Number((read / photosRead).toFixed(4)),
      p50: quantile(0.5),
      p95: quantile(0.95),
      attempts,
      failures,
    },
    undefined,
    2,
  ),
)
