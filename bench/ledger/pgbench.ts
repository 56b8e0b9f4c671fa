import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { members, round, type Stage } from './load.ts'

/**
 * The same movement as `movement()`, by one call of the SQL function for a single posting per transaction.
 */
const script = `
\\set member random(1, ${members})
\\set amount random(1, 100)
select ledger_post_one(now(), 'bench ' || gen_random_uuid(), 'transfer', 'single', member,
  '{"code": "PG", "transferId": "kt0123456789"}', null, null, null,
  array[member, member], array['wallet', 'in-transit'], array['THB', 'THB'], array[-amount, amount])
from (select 'bench-' || cast(:member as text) as member, cast(:amount as bigint) as amount) call;
`

/** (a) pgbench with 32 clients on two threads, prepared statements. */
export async function runPgbench(url: string, seconds: number): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
  try {
    writeFileSync(join(folder, 'post.sql'), script)
    const options = [
      '-n',
      '-c',
      '32',
      '-j',
      '2',
      '-M',
      'prepared',
      '-f',
      'post.sql',
      '-l',
      '--log-prefix=times',
    ]
    const { stdout } = await promisify(execFile)('pgbench', [...options, '-T', String(seconds), url], {
      cwd: folder,
    }).catch(({ stderr }: { stderr: string }) => {
      throw new Error(stderr.slice(0, 500))
    })
    const tps = /tps = ([\d.]+) \(without initial connection time\)/.exec(stdout)?.[1]
    if (!tps) throw new Error(`pgbench said: ${stdout}`)
    return { tps: Math.round(Number(tps)), ...(await percentiles(folder)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads pgbench's log of transactions: the third field is microseconds. */
async function percentiles(folder: string): Promise<Pick<Stage, 'p50' | 'p99'>> {
  const sorted = `cat times.* | awk '{ print $3 }' | sort -n | awk '{ t[NR] = $1 } END { print t[int(NR * 0.5)], t[int(NR * 0.99)] }'`
  const { stdout } = await promisify(execFile)('sh', ['-c', sorted], { cwd: folder })
  const [p50 = Number.NaN, p99 = Number.NaN] = stdout.split(' ').map((micros) => round(Number(micros) / 1000))
  return { p50, p99 }
}
