import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBrand } from '../platform/brand.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { liveWithoutOutside } from '../testing/live.ts'
import { readConfig } from './config.ts'
import { createHttp } from './create-http.ts'
import { keepAssets } from './kept-assets.ts'
import { servePages } from './pages.ts'
import { createServer, type Server } from './server.ts'

/**
 * The pages of a server, from a small build of this test's own: with the operator's brand in them, and never
 * out of date.
 */
const folder = mkdtempSync(join(tmpdir(), 'krapao-pages-'))
const pages = {
  member: join(folder, 'member'),
  console: join(folder, 'console'),
  sandbox: join(folder, 'sandbox'),
}
/** What the member app's page runs before its first paint. */
const inline = "document.documentElement.dataset.theme = 'dark'"
const servers: { server: Server; database: TestDatabase }[] = []
const head =
  '<meta name="theme-color" content="#1" data-of="light" media="(prefers-color-scheme: light)" /><meta name="theme-color" content="#2" data-of="dark" media="(prefers-color-scheme: dark)" /><meta name="description" content="x" /><meta name="apple-mobile-web-app-title" content="x" />'
const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${colour}"/></svg>`
const brand = {
  name: 'Fai <Nam>',
  shortName: 'Fai',
  descriptions: { th: 'เงินของ "คุณ"' },
  colours: { light: { surface: '#fafaf0' }, dark: { surface: '#001100' } },
  art: { mark: 'mark.svg', icon: 'icon.svg', screenshots: ['home.png'] },
}
let demo: Server
let live: Server

beforeAll(async () => {
  for (const [name, path] of Object.entries(pages)) {
    mkdirSync(join(path, 'assets'), { recursive: true })
    writeFileSync(
      join(path, 'index.html'),
      `<html lang="th"><head>${name === 'member' ? `<script>${inline}</script>` : ''}${head}<title>x</title><!--brand-->${name === 'member' ? '<img src="/art/brand/mark.svg" alt="" />' : ''}</head><body>${name}</body></html>`,
    )
    for (const packed of ['br', 'gz']) writeFileSync(join(path, `index.html.${packed}`), 'without any brand')
    writeFileSync(join(path, 'assets/app-1a2b.js'), `'${name}'`)
  }
  mkdirSync(join(pages.member, 'art/brand'), { recursive: true })
  mkdirSync(join(pages.member, 'films'))
  writeFileSync(join(pages.member, 'films/wallet.th.mp4'), '0123456789')
  writeFileSync(join(pages.member, 'films/wallet.th.vtt'), 'WEBVTT')
  writeFileSync(join(pages.member, 'worker.js'), 'self.kept = page')
  writeFileSync(join(pages.member, 'art/brand/icon.svg'), drawing('#ff0000'))
  writeFileSync(join(folder, 'mark.svg'), drawing('#00ff00'))
  writeFileSync(join(folder, 'icon.svg'), drawing('#0000ff'))
  const screenshot = sharp({ create: { width: 400, height: 800, channels: 3, background: '#123456' } })
  await screenshot.png().toFile(join(folder, 'home.png'))
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand))
  // The server reads no PNG from memory (platform/picture.ts); the tests below do.
  const loader = { operation: ['VipsForeignLoadPngBuffer'] }
  sharp.block(loader)
  demo = await start({ DEMO: '1' })
  live = await start({ ...liveWithoutOutside, BRAND_FILE: join(folder, 'brand.json') })
  sharp.unblock(loader)
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
  const needed = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder }
  const config = readConfig({
    ...needed,
    ...environment,
    ...(environment.DEMO === '0' && { DATABASE_URL: database.url }),
  })
  const server = await createServer(config, { database, pages })
  servers.push({ server, database })
  return server
}

describe('files of another release', () => {
  const own = join(folder, 'two')
  const release = (name: string, file: string) => {
    const built = { ...pages, member: join(own, name, 'member'), console: join(own, name, 'console') }
    for (const path of [built.member, built.console]) {
      mkdirSync(join(path, 'assets'), { recursive: true })
      writeFileSync(
        join(path, 'index.html'),
        `<html lang="th"><head>${head}</head><body>${name}</body></html>`,
      )
      writeFileSync(join(path, 'assets', file), `'${name}'`)
      writeFileSync(join(path, 'assets', `${file}.gz`), gzipSync(`'${name}'`))
    }
    return built
  }
  const files = join(own, 'files')
  const serve = async (built: typeof pages) => {
    const app = await createHttp(readConfig({ DEMO: '1', DATA_DIR: folder }), pino({ level: 'silent' }))
    await servePages(app, built, { ...readBrand(undefined), demo: false, worker: false }, files)
    await keepAssets(built, files)
    return app
  }
  const textOf = async (app: FastifyInstance, url: string, headers = {}) => {
    const { statusCode, body, rawPayload, headers: said } = await app.inject({ url, headers })
    return [statusCode, said['content-encoding'] ? gunzipSync(rawPayload).toString() : body]
  }

  test('are served by each node, and by those that have lost their own', async () => {
    const [first, second] = [release('one', 'app-one.js'), release('two', 'app-two.js')]
    const [before, after] = [await serve(first), await serve(second)]
    for (const prefix of ['/assets', '/console/assets'])
      for (const app of [before, after])
        for (const name of ['one', 'two'])
          for (const headers of [{}, { 'accept-encoding': 'gzip' }])
            expect(await textOf(app, `${prefix}/app-${name}.js`, headers)).toEqual([200, `'${name}'`])
    // As by the next build in the same folder.
    rmSync(join(first.member, 'assets'), { recursive: true })
    expect(await textOf(before, '/assets/app-one.js')).toEqual([200, "'one'"])
    expect((await before.inject('/assets/app-one.js')).headers['cache-control']).toMatch(/immutable/)
    expect((await before.inject('/assets/app-three.js')).statusCode).toBe(404)
    await Promise.all([before.close(), after.close()])
  })

  test('go a month after the release was last served', async () => {
    const [first, second] = [release('old', 'app-old.js'), release('new', 'app-new.js')]
    const day = 86_400_000
    // A minute more than a month: both calls may come in one millisecond.
    await keepAssets(first, files, Date.now() - 31 * day - 60_000)
    await keepAssets(second, files, Date.now() - day)
    const kept = () =>
      readdirSync(join(files, 'pages/member/assets')).filter((name) => /-(old|new)/.test(name))
    expect(kept()).toEqual(['app-new.js', 'app-new.js.gz'])
    await keepAssets(first, files)
    await keepAssets(second, files)
    expect(kept()).toHaveLength(4)
  })
})

/** The brand in a page. */
function brandIn(html: string): { name: string; demo: boolean; worker: boolean } {
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
    const html = brotliDecompressSync(page.rawPayload).toString()
    expect(brandIn(html)).toMatchObject({ name: 'Fai <Nam>' })
    expect(html).toContain('<title>Fai &lt;Nam></title>')
  },
)

describe('the service worker', () => {
  const workerOf = (server: Server) => server.app.inject('/worker.js')

  test('is asked for at each visit, and knows the page that it keeps', async () => {
    const [ours, theirs] = [await workerOf(demo), await workerOf(live)]
    expect(ours.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    })
    const versionIn = (body: string) =>
      /^\(page=>\{self\.kept = page\}\)\((\{"version":"[\w-]+"\})\)$/.exec(body)?.[1]
    expect(versionIn(ours.body)).toBeDefined()
    // Another brand is another page, so browsers see another worker.
    expect(versionIn(theirs.body)).toBeDefined()
    expect(versionIn(theirs.body)).not.toBe(versionIn(ours.body))
    expect(brandIn((await demo.app.inject('/')).body)).toMatchObject({ worker: true })
  })

  test('switched off, it throws away what it kept and goes', async () => {
    const off = await start({ ...liveWithoutOutside, SERVICE_WORKER: '0' })
    expect(brandIn((await off.app.inject('/')).body)).toMatchObject({ worker: false })
    const { body, statusCode } = await workerOf(off)
    expect(statusCode).toBe(200)
    // Run as a browser runs it.
    const kept = new Set(['page', 'assets', 'shared-slip'])
    const done: string[] = []
    const handlers: Record<string, (event: { waitUntil(work: Promise<void>): void }) => unknown> = {}
    new Function('addEventListener', 'skipWaiting', 'caches', 'registration', body)(
      (name: string, act: (typeof handlers)[string]) => {
        handlers[name] = act
      },
      () => done.push('skipWaiting'),
      { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) },
      { unregister: async () => done.push('unregister') },
    )
    handlers.install?.({ waitUntil() {} })
    let work: Promise<void> | undefined
    handlers.activate?.({
      waitUntil(given) {
        work = given
      },
    })
    await work
    expect([[...kept], done]).toEqual([[], ['skipWaiting', 'unregister']])
  })
})

test('an asset is cached for a year, because its name contains a hash of its content', async () => {
  for (const url of ['/assets/app-1a2b.js', '/console/assets/app-1a2b.js']) {
    const asset = await live.app.inject(url)
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

test('a film is cached for a year, because its address has its version, and is sent in parts', async () => {
  const film = await live.app.inject({ url: '/films/wallet.th.mp4?v=1a2b', headers: { range: 'bytes=2-5' } })
  expect([film.statusCode, film.body, film.headers['content-range']]).toEqual([206, '2345', 'bytes 2-5/10'])
  expect(film.headers['content-type']).toBe('video/mp4')
  expect(film.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const captions = await live.app.inject('/films/wallet.th.vtt?v=1a2b')
  expect(captions.headers['content-type']).toMatch(/^text\/vtt\b/)
  expect((await live.app.inject('/films/another.th.mp4')).statusCode).toBe(404)
})

test('before the app runs, a page has the operator’s colours and words', async () => {
  const { body } = await live.app.inject('/login')
  expect(body).toContain('content="#fafaf0" data-of="light" media="(prefers-color-scheme: light)"')
  expect(body).toContain('content="#001100" data-of="dark" media="(prefers-color-scheme: dark)"')
  expect(body).toContain('name="description" content="เงินของ &quot;คุณ&quot;"')
  expect(body).toContain('name="apple-mobile-web-app-title" content="Fai"')
  // What only the server needs is not in every answer.
  expect(Object.keys(brandIn(body))).not.toContain('art')
})

test('a page that has not changed is not sent again', async () => {
  const first = await live.app.inject({ url: '/login', headers: { 'accept-encoding': 'gzip' } })
  expect(first.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(first.rawPayload).toString()).toContain('<body>member</body>')
  const asked = { 'accept-encoding': 'gzip', 'if-none-match': `W/${first.headers.etag}` }
  const again = await live.app.inject({ url: '/login', headers: asked })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
  const other = await demo.app.inject({ url: '/login', headers: asked })
  expect(other.statusCode).toBe(200)
})

describe('an installed app', () => {
  const manifestOf = async (server: Server) => (await server.app.inject('/manifest.webmanifest')).json()

  test('has the operator’s name, words and colours', async () => {
    const { headers } = await live.app.inject('/manifest.webmanifest')
    expect(headers['content-type']).toMatch(/^application\/manifest\+json\b/)
    expect(await manifestOf(live)).toMatchObject({
      id: '/user',
      name: 'Fai <Nam>',
      short_name: 'Fai',
      description: 'เงินของ "คุณ"',
      lang: 'th',
      background_color: '#fafaf0',
      shortcuts: [
        { name: 'ฝากเงิน', url: '/user/home?open=deposit' },
        { name: 'ถอนเงิน', url: '/user/home?open=withdraw' },
      ],
      share_target: { action: '/share-slip', method: 'POST', enctype: 'multipart/form-data' },
      screenshots: [{ sizes: '400x800', form_factor: 'narrow' }],
    })
    expect(await manifestOf(demo)).toMatchObject({ name: 'Krapao', short_name: 'Krapao' })
    expect(await manifestOf(demo)).not.toHaveProperty('screenshots')
  })

  test.each([
    ['our own', () => demo, { r: 255, g: 0, b: 0 }],
    ['the operator’s', () => live, { r: 0, g: 0, b: 255 }],
  ] as const)('%s icons are pictures of the sizes that it names', async (_, server, colour) => {
    const { icons, shortcuts } = await manifestOf(server())
    const named = [...icons, ...shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons)]
    const custom = [
      { src: '/apple-touch-icon.png', sizes: '180x180' },
      { src: '/favicon.ico', sizes: '48x48' },
    ]
    expect(icons).toHaveLength(4)
    for (const { src, sizes, purpose } of [...named, ...custom]) {
      const { headers, rawPayload } = await server().app.inject(src)
      expect(headers['content-type'], src).toBe('image/png')
      const { width, height, hasAlpha } = await sharp(rawPayload).metadata()
      expect(`${width}x${height}`, src).toBe(sizes)
      if (purpose === 'maskable') {
        // Phones cut it themselves: a corner that is empty already would stay empty.
        expect(hasAlpha, src).toBe(false)
        const [r, g, b] = await sharp(rawPayload)
          .extract({ left: 0, top: 0, width: 1, height: 1 })
          .raw()
          .toBuffer()
        expect({ r, g, b }).toEqual(colour)
      }
    }
  })

  test('an upload is not loaded as a drawing after icons were drawn', async () => {
    await demo.app.inject('/favicon.ico')
    await expect(sharp(Buffer.from(drawing('#ffffff'))).metadata()).rejects.toThrow()
  })

  test('the mark and icon of the operator take the place of ours, and run nothing', async () => {
    for (const [path, colour] of [
      ['mark', '#00ff00'],
      ['icon', '#0000ff'],
      ['favicon', '#0000ff'],
    ]) {
      const { body, headers } = await live.app.inject(`/art/brand/${path}.svg`)
      expect(body).toContain(colour)
      expect(headers['content-type']).toMatch(/^image\/svg\+xml/)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/)
    }
    expect((await demo.app.inject('/art/brand/icon.svg')).body).toContain('#ff0000')
  })

  test('the page has the mark in it, so that a slow line shows the start by one answer', async () => {
    const { body } = await live.app.inject('/login')
    const [, address = ''] = /<img src="([^"]*)"/.exec(body) ?? []
    expect(decodeURIComponent(address)).toBe(`data:image/svg+xml,${drawing('#00ff00')}`)
    // A build without a drawing of its own asks for it.
    expect((await demo.app.inject('/login')).body).toContain('<img src="/art/brand/mark.svg"')
  })

  test('a slip that is shared where no worker takes it leads to the sheet all the same', async () => {
    const boundary = 'x'
    const picture = 'p'.repeat(300_000)
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="slip"; filename="s.png"\r\ncontent-type: image/png\r\n\r\n${picture}\r\n--${boundary}--\r\n`
    const answer = await live.app.inject({
      method: 'POST',
      url: '/share-slip',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/user/home?open=slip'])
    expect((await live.app.inject('/share-slip')).headers.location).toBe('/user/home?open=deposit')
  })
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
    for (const url of [
      '/',
      '/console',
      '/assets/icon-1a2b.svg',
      '/assets/none.js',
      '/api/lookup/info',
      '/nothing.js',
    ]) {
      expect((await live.app.inject(url)).headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  test('of a page’s own scripts: what is said of documents is not sent with each', async () => {
    const { headers } = await live.app.inject('/assets/app-1a2b.js')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', etag: expect.any(String) })
    for (const name of ['content-security-policy', 'permissions-policy', 'last-modified']) {
      expect(headers).not.toHaveProperty(name)
    }
  })

  test('the inline script of a page is admitted by its hash, on that page only', async () => {
    const policyOf = async (url: string) =>
      String((await live.app.inject(url)).headers['content-security-policy'])
    const hash = createHash('sha256').update(inline).digest('base64')
    for (const url of ['/', '/login', '/chat']) {
      expect(await policyOf(url)).toContain(`script-src 'self' 'sha256-${hash}';`)
    }
    for (const url of ['/console', '/assets/icon-1a2b.svg', '/api/lookup/info']) {
      expect(await policyOf(url)).toContain("script-src 'self';")
    }
  })

  test('the colours of the brand are in the page, and its policy admits them', async () => {
    const { body, headers } = await live.app.inject('/login')
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
    expect(style).toContain('--brand-light-surface:#fafaf0;')
    expect(style).toContain('--brand-dark-on-accent:#')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
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
