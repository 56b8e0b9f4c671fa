import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { readConfig } from './config.ts'
import { createServer, type Server } from './server.ts'

/**
 * The pages of a server, from a small build of this test's own: with the operator's brand in them, and never out of
 * date.
 */
const folder = mkdtempSync(join(tmpdir(), 'krapao-pages-'))
const pages = {
  member: join(folder, 'member'),
  console: join(folder, 'console'),
  sandbox: join(folder, 'sandbox'),
}
const servers: { server: Server; database: TestDatabase }[] = []
let demo: Server
let live: Server

beforeAll(async () => {
  for (const [name, path] of Object.entries(pages)) {
    mkdirSync(join(path, 'assets'), { recursive: true })
    writeFileSync(
      join(path, 'index.html'),
      `<html lang="th"><head><title>x</title><!--brand--></head><body>${name}</body></html>`,
    )
    for (const packed of ['br', 'gz']) writeFileSync(join(path, `index.html.${packed}`), 'without any brand')
    writeFileSync(join(path, 'assets/app-1a2b.js'), `'${name}'`)
  }
  writeFileSync(
    join(pages.member, 'manifest.webmanifest'),
    '{"name":"Krapao","short_name":"Krapao","start_url":"/"}',
  )
  writeFileSync(join(folder, 'brand.json'), '{"name":"Fai <Nam>"}')
  demo = await start({ DEMO: '1' })
  live = await start({ DEMO: '0', BRAND_FILE: join(folder, 'brand.json') })
})
afterAll(async () => {
  for (const { server, database } of servers) {
    await server.close()
    await database.drop()
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Most tests do not listen, because pages do not need it. */
async function start(environment: Record<string, string>): Promise<Server> {
  const database = await testDatabase('postgres')
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder, ...environment })
  const server = await createServer(config, { database, pages })
  servers.push({ server, database })
  return server
}

/** The brand in a page. */
function brandIn(html: string): { name: string; demo: boolean } {
  const [, json = ''] = /<script type="application\/json" id="brand">(.*?)<\/script>/.exec(html) ?? []
  return JSON.parse(json)
}

test.each(['/', '/login', '/console', '/console/slip'])('%s says whether it is a demo', async (url) => {
  const body = url.startsWith('/console') ? 'console' : 'member'
  for (const server of [demo, live]) {
    const page = await server.app.inject(url)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain(`<body>${body}</body>`)
    expect(brandIn(page.body).demo).toBe(server === demo)
  }
})

test.each(['/', '/index.html', '/index.html.br', '/index.html.gz', '/console', '/console/index.html'])(
  '%s has the operator’s brand, and is not cached',
  async (url) => {
    const page = await live.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(brandIn(page.body)).toMatchObject({ name: 'Fai <Nam>' })
    expect(page.body).toContain('<title>Fai &lt;Nam></title>')
  },
)

test('an asset is cached for a year, because its name contains a hash of its content', async () => {
  for (const url of ['/assets/app-1a2b.js', '/console/assets/app-1a2b.js']) {
    const asset = await live.app.inject(url)
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

test('an installed app has the operator’s name', async () => {
  const manifest = await live.app.inject('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json\b/)
  expect(manifest.json()).toEqual({ name: 'Fai <Nam>', short_name: 'Fai <Nam>', start_url: '/' })
})

test.each(['/', '/login', '/index.html', '/console', '/console/slip', '/manifest.webmanifest'])(
  'HEAD %s answers like GET, without the page',
  async (url) => {
    const [head, get] = [
      await live.app.inject({ method: 'HEAD', url }),
      await live.app.inject({ method: 'GET', url }),
    ]
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
    }
  },
)

describe('headers', () => {
  test('of every answer', async () => {
    for (const url of ['/', '/console', '/assets/app-1a2b.js', '/api/lookup/info', '/nothing.js']) {
      expect((await live.app.inject(url)).headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
    }
  })

  test('the ticket in a game’s address is not sent as a referrer by the sandbox', async () => {
    await demo.listen()
    const page = await demo.app.inject('/sandbox/play/PG?ticket=secret')
    expect(page.body).toContain('<body>sandbox</body>')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    // The sandbox's page needs no permissions of the apps either.
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|blob:|\*/)
  })
})
