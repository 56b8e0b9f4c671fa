// npm test: all checks of the product, from the quick to the slow. All stages run even if one fails, so that
// one run shows everything that is wrong; the exit code is 0 only if nothing is.
//
//   npm test                             everything
//   npm test -- types lint unit          only these stages
//   npm test -- unit server/ledger       only these files (also e2e), options are passed on, too

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildBrowserCode, pageFolders } from './builds.ts'
import { ensure } from './debian.ts'
import { cache, root, tool } from './project.ts'
import { run } from './run-child.mjs'
import { postgres, redis, type Service } from './services.ts'
import type { UnitReport } from './unit-report.ts'

/** A stage that hangs fails after this time, so that the stages after it still run. */
const patience = { timeout: 60 * 60_000, killSignal: 'SIGKILL' } as const

type Count = { passed: number; failed: number }

const stages: Record<string, (filters: string[]) => Promise<Count>> = { types, lint, build, unit, e2e }

const asked = process.argv.slice(2)
const chosen = Object.keys(stages).filter((name) => asked.includes(name))
const filters = asked.filter((word) => !(word in stages))

mkdirSync(cache, { recursive: true })
// Many tests start the server as a process of its own, so Node caches what it compiled.
process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled')
const reports = mkdtempSync(join(cache, 'test-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
// A run that was stopped has not passed, even if its stages ended without an error.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => process.on('exit', () => (process.exitCode ||= 1)))
}

const total: Count = { passed: 0, failed: 0 }
const lines = new Map<string, string>()
const failures: string[] = []
const fileTimes: UnitReport['fileTimes'] = {}
// The quick ones at the same time: most of each needs one processor only.
for (const names of [['types', 'lint', 'build'], ['unit'], ['e2e']])
  await Promise.all(names.filter((name) => chosen.length === 0 || chosen.includes(name)).map(runStage))

async function runStage(name: string): Promise<void> {
  console.log(`\n── ${name} ──`)
  const from = performance.now()
  const stage = stages[name]
  const count = await stage?.(filters).catch((error: Error): Count => {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  })
  if (!count) return
  total.passed += count.passed
  total.failed += count.failed
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  lines.set(
    name,
    `${name.padEnd(6)} ${seconds.padStart(7)} s   ${count.passed} passed, ${count.failed} failed`,
  )
}

// People read the end of a long output first, and half an hour of journeys separates it from the unit tests'
// failures.
for (const failure of failures) console.log(`\nfailed: ${failure}`)
const slowest = Object.entries(fileTimes)
  .sort(([, seconds], [, other]) => other - seconds)
  .slice(0, 10)
  .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s   ${file}`)
if (slowest.length > 0) console.log(`\nthe slowest test files:\n${slowest.join('\n')}`)
const inOrder = Object.keys(stages).flatMap((name) => lines.get(name) ?? [])
console.log(`\n${inOrder.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

/** All projects in one build; projects that have not changed are not checked again. */
async function types() {
  const projects = ['.', 'e2e', 'web', ...pageFolders(), 'bench/page/bare']
  return whole((await run(tool('tsc', '--build', ...projects), { cwd: root })).code === 0)
}

async function lint() {
  return whole((await run(tool('biome', 'check'), { cwd: root })).code === 0)
}

async function build() {
  return whole(await buildBrowserCode())
}

/** Unit and API tests, on the real database and the real Redis, and tests of components in a real browser. */
async function unit(filters: string[]) {
  const report = join(reports, 'unit.json')
  const services: Service[] = []
  const env: NodeJS.ProcessEnv = { ...process.env, UNIT_REPORT: report, CHROMIUM_PATH: await chromium() }
  try {
    for (const [name, start] of [
      ['TEST_DATABASE_URL', () => postgres({ isDurable: false })],
      ['REDIS_URL', redis],
    ] as const) {
      const service = await start()
      services.push(service)
      env[name] = service.url
    }
    const reporters = ['--reporter=default', '--reporter=./scripts/unit-report.ts']
    const ended = await run(tool('vitest', 'run', ...reporters, ...filters), { cwd: root, env, ...patience })
    const { passed = 0, failed = 0, ...found }: Partial<UnitReport> = readReport(report)
    failures.push(...(found.failures ?? []))
    Object.assign(fileTimes, found.fileTimes)
    return counted(passed, failed, ended.code)
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

/**
 * Journeys of a person through the real product in a real browser. When a server of theirs stops, its books
 * are verified and the house's accounts are compared with the sandbox's; a difference fails the run.
 */
async function e2e(filters: string[]) {
  const report = join(reports, 'playwright.json')
  const database = await postgres({ isDurable: false })
  const env = {
    ...process.env,
    TEST_DATABASE_URL: database.url,
    CHROMIUM_PATH: await chromium(),
    E2E_REPORT: report,
  }
  const ended = await run(tool('playwright', 'test', '--config', 'e2e/playwright.config.ts', ...filters), {
    cwd: root,
    env,
    ...patience,
    stopSignal: 'SIGINT', // at SIGTERM Playwright would leave its servers running
  }).finally(() => database.stop())
  const { stats = { expected: 0, unexpected: 0, flaky: 0 }, suites = [] }: Partial<JourneyReport> =
    readReport(report)
  const { expected, unexpected, flaky } = stats
  for (const suite of suites) fileTimes[`e2e/${suite.file}`] = secondsOf(suite)
  return counted(expected, unexpected + flaky, ended.code)
}

async function chromium(): Promise<string> {
  return process.env.CHROMIUM_PATH ?? (await ensure('chromium'))
}

/** A stage that consists of one command. */
function whole(right: boolean): Count {
  return { passed: right ? 1 : 0, failed: right ? 0 : 1 }
}

/**
 * An error of a runner outside its tests (a server that does not start, an error after the end, no test at
 * all).
 */
function counted(passed: number, failed: number, exitCode: number | null): Count {
  const failedBeside = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: failedBeside ? 1 : failed }
}

/** The journeys of one file, as Playwright reports them. */
type Journeys = {
  file: string
  specs: { tests: { results: { duration: number }[] }[] }[]
  suites?: Journeys[]
}

function secondsOf({ specs, suites = [] }: Journeys): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const ms = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + secondsOf(suite), ms / 1000)
}

type JourneyReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: Journeys[]
}

/** What a runner wrote; nothing if it did not come to its end. */
function readReport<Report>(file: string): Partial<Report> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
