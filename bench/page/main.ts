// npm run bench:page: the speed of the member app on a cheap phone with a slow connection.
//
// Two profiles, on the production build and the server as `npm start` runs it: Lighthouse's mobile profile,
// beside a React page that only draws as many cards, median of nine runs taken in turn; and slow 3G with the
// processor slowed fourfold, first and second visit, median of three. JavaScript as gzip bytes of the files
// that a page loaded. Prints JSON.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensure } from '../../scripts/debian.ts'
import { root } from '../../scripts/project.ts'
import { freePort } from '../../scripts/services.ts'
import { aims, besideBare, slowAims } from './aims.ts'
import { serveBarePage } from './bare-page.ts'
import { type Measured, measureInTurn } from './lighthouse-runs.ts'
import { slowVisits } from './slow-network.ts'

const runs = Number(process.env.BENCH_PAGE_RUNS ?? 9)
const slowRuns = Math.ceil(runs / 3)

const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-page-'))
const port = await freePort()
const debugPort = await freePort()
const origin = `http://localhost:${port}`
const server = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), DEMO: '1', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const bare = await serveBarePage(join(folder, 'bare'), await freePort())
const browser = await chromium.launch({
  executablePath: await ensure('chromium'),
  args: [
    `--remote-debugging-port=${debugPort}`,
    '--disable-quic',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})

try {
  await ready()
  const login = { url: `${origin}/login` }
  const dashboard = { url: `${origin}/user/home`, token: await logIn() }
  const mobile = await measureInTurn(
    { bare: { url: bare.url }, login, dashboard },
    { runs, debugPort, origin },
  )
  const slow3G = {
    bare: await slowVisits(browser, { url: bare.url, usable: 'button' }, slowRuns),
    login: await slowVisits(browser, { ...login, usable: 'form button[type=submit]' }, slowRuns),
    dashboard: await slowVisits(
      browser,
      { ...dashboard, usable: 'main section[aria-busy="false"]' },
      slowRuns,
    ),
  }
  const results = { runs, slowRuns, mobile, slow3G }
  console.log(JSON.stringify({ ...results, missed: missed(results) }, null, 2))
} finally {
  await browser.close()
  bare.close()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the server did not become ready')
}

async function logIn(): Promise<string> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'wallet-user' },
    body: JSON.stringify({ username: '0812345678', password: 'krapao-demo', remember: true }),
  })
  return ((await answer.json()) as { token: string }).token
}

function missed({
  mobile,
  slow3G,
}: {
  mobile: Record<'bare' | keyof typeof aims, Measured>
  slow3G: Record<'bare' | keyof typeof aims, Awaited<ReturnType<typeof slowVisits>>>
}): string[] {
  const pages = Object.keys(aims) as (keyof typeof aims)[]
  const absolute = pages.flatMap((page) =>
    (Object.keys(aims[page]) as (keyof Measured)[])
      .filter((what) =>
        what === 'performance' || what === 'accessibility'
          ? mobile[page][what] < aims[page][what]
          : mobile[page][what] > aims[page][what],
      )
      .map((what) => `${page} ${what}: ${mobile[page][what]}, aim ${aims[page][what]}`),
  )
  const slow = pages.flatMap((page) =>
    (['first', 'second'] as const).flatMap((visit) =>
      (['firstPaint', 'usable'] as const)
        .filter((what) => slow3G[page][visit][what] > slowAims[visit][what])
        .map(
          (what) =>
            `${page} ${visit} visit, ${what}: ${slow3G[page][visit][what]} ms, aim ${slowAims[visit][what]}`,
        ),
    ),
  )
  const beside = pages.flatMap((page) => {
    const lcp = mobile[page].lcp / mobile.bare.lcp
    const tbt = mobile[page].tbt - mobile.bare.tbt
    return [
      ...(lcp > besideBare.lcp ? [`${page} lcp: ${lcp.toFixed(2)} × the bare page's`] : []),
      ...(tbt > besideBare.tbt ? [`${page} tbt: ${tbt} ms more than the bare page`] : []),
    ]
  })
  return [...absolute, ...beside, ...slow]
}
