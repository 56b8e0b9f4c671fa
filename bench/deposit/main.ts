import { openSession } from '@krapao/server/slices/account/public.ts'
import { activate, campaigns } from '@krapao/server/slices/bonus/testing.ts'
import { house } from '@krapao/server/slices/deposit/slip/testing/slip.ts'
import { openAccounts } from '@krapao/server/slices/deposit/testing/money-in.ts'
import { newReference, type Payer, reportByFeed } from '@krapao/server/slices/deposit/testing/reports.ts'
import { newPayer } from '@krapao/server/slices/deposit/testing/ways.ts'
import { testApp } from '@krapao/server/testing/app.ts'

/**
 * `npm run bench:deposit`: the time of a deposit that credits an armed bonus beside that of a plain one, as
 * JSON, with 1,000 campaigns on offer. Both come by the bank's signed report over HTTP, in turn, so that
 * other load of the machine falls on both. BENCH_DEPOSITS: deposits of each kind, 200 by default;
 * BENCH_CAMPAIGNS: campaigns.
 */
const count = Number(process.env.BENCH_DEPOSITS ?? 200)
const offered = Number(process.env.BENCH_CAMPAIGNS ?? 1000)
const warmUp = 20
const aim = 1.3

const app = await testApp({ settings: { 'operator.actionsPerMinute': 1_000_000 } })
try {
  await openAccounts(app)
  const make = campaigns(app)
  // Each is made by people of its own, as many at a time as a server answers well.
  const codes: string[] = []
  while (codes.length < offered) {
    const batch = Array.from({ length: Math.min(10, offered - codes.length) }, () =>
      make.bonus({ budget: null, maxTotal: 1_000_000 }),
    )
    codes.push(...(await Promise.all(batch)))
  }
  process.stderr.write(`${codes.length} campaigns\n`)

  const times = { plain: [] as number[], armed: [] as number[] }
  for (let i = -warmUp; i < count; i++) {
    for (const kind of ['plain', 'armed'] as const) {
      const payer = await newMember(`${kind === 'plain' ? 1 : 2}${String(i + warmUp).padStart(9, '0')}`)
      if (kind === 'armed') await arm(payer, codes[(i + warmUp) % codes.length] ?? '')
      const took = await deposit(payer)
      if (i >= 0) times[kind].push(took)
    }
  }
  const [row] = await app.database.query<{ credited: number }>(
    `select count(*)::int as credited from member_bonuses where state = 'ACTIVE'`,
  )
  if (row?.credited !== count + warmUp) throw new Error(`${row?.credited} bonuses were credited`)
  const [plain, armed] = [summary(times.plain), summary(times.armed)]
  const ratio = Math.round((armed.p50 / plain.p50) * 100) / 100
  console.log(JSON.stringify({ campaigns: codes.length, deposits: count, ratio, plain, armed }, null, 2))
  process.exitCode = ratio <= aim ? 0 : 1
} finally {
  await app.close()
}

function newMember(accountNo: string): Promise<Payer> {
  return newPayer(app, 'SOMYING JAIDEE', accountNo)
}

async function arm({ id }: Payer, code: string): Promise<void> {
  const { error } = await activate(app, { token: await openSession(app.context, id, false) }, code)
  if (error) throw new Error(`not armed: ${JSON.stringify(error)}`)
}

/** Milliseconds until the bank's report is answered; the deposit is credited by then. */
async function deposit(payer: Payer): Promise<number> {
  const paid = { reference: newReference(), at: app.clock.now(), amount: 500 }
  const started = performance.now()
  const status = await reportByFeed(app, payer, { ...paid, to: house })
  const took = performance.now() - started
  if (status !== 'credited') throw new Error(`the report was answered ${status}`)
  return took
}

function summary(all: number[]) {
  all.sort((a, b) => a - b)
  const at = (share: number) => Math.round((all[Math.floor(all.length * share)] ?? 0) * 100) / 100
  return { p50: at(0.5), p95: at(0.95) }
}
