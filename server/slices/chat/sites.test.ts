import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteMark } from '@krapao/contract/chat-frame.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../app/config.ts'
import { createServer, type Server } from '../../app/server.ts'
import { storeSettings } from '../../platform/testing.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { liveWithoutOutside } from '../../testing/live.ts'
import { chatWidget } from '../lookup/rules.ts'
import { chatOrigins, originProblem } from './sites.ts'

/**
 * The chat on other sites (rules.md §12.9): the sites that may frame it, and the script's content, from a
 * small build of this test's own.
 */

const folder = mkdtempSync(join(tmpdir(), 'krapao-sites-'))
const pages = { member: join(folder, 'm'), console: join(folder, 'c'), sandbox: join(folder, 's') }
let database: TestDatabase
let server: Server
beforeAll(async () => {
  for (const path of Object.values(pages)) {
    mkdirSync(path)
    writeFileSync(join(path, 'index.html'), '<html lang="th"><head><!--brand--></head></html>')
  }
  writeFileSync(join(pages.member, 'chat.js'), 'globalThis.found = chat')
  for (const packed of ['gz', 'br']) writeFileSync(join(pages.member, `chat.js.${packed}`), 'no settings')
  database = await testDatabase('postgres')
  const config = readConfig({
    ...liveWithoutOutside,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
  })
  server = await createServer(config, { database, pages })
})
afterAll(async () => {
  await server.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string) => server.app.inject(url)
const ancestorsOf = async (url: string) =>
  /frame-ancestors ([^;]*)/.exec(String((await get(url)).headers['content-security-policy']))?.[1]
const sites = ['https://www.example.com', 'http://localhost:5555']

describe('an origin', () => {
  it.each([...sites, 'https://shop.example.co.th:8443', 'https://xn--72c1a1bt.example'])(
    '%s is taken',
    (origin) => expect(originProblem(origin)).toBeUndefined(),
  )
  it.each([
    'https://www.example.com/',
    'https://www.example.com/shop',
    'https://*.example.com',
    '*',
    'null',
    '',
    'https://me:secret@www.example.com',
    'https://me@www.example.com',
    'http://www.example.com',
    'http://localhost.example.com',
    'https://www.example.com:443',
    'https://WWW.example.com',
    'https://www.example.com?x',
    'https://www.example.com#x',
    "https://a;script-src'unsafe-inline'",
    'https://a,b.example',
    'https://a.example https://b.example',
    'https://ร้าน.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///x',
  ])('%s is refused, and the error names it', async (origin) => {
    const error = await server.context.settings.set(chatOrigins, [sites[0] ?? '', origin]).catch((e) => e)
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toMatch(/^chat\.origins has /)
    expect(error.message).toContain(JSON.stringify(origin))
  })
})

describe('who may show a page in a frame', () => {
  it('is nobody but our own pages, for the chat alone, until sites are named', async () => {
    expect(await ancestorsOf('/chat')).toBe("'self'")
    for (const url of ['/', '/login', '/user/home', '/chat/x', '/chatx', '/console', '/console/chat'])
      expect([url, await ancestorsOf(url)]).toEqual([url, "'none'"])
  })

  it('are the named sites, for the chat alone', async () => {
    await server.context.settings.set(chatOrigins, sites)
    try {
      // Each site hears of itself alone, and of no other site that is named.
      for (const site of sites)
        expect(await ancestorsOf(`/chat?site=${encodeURIComponent(site)}`)).toBe(`'self' ${site}`)
      for (const url of [
        '/chat',
        '/chat?site=https://evil.example',
        `/chat?site=${sites[0]}&site=${sites[1]}`,
      ])
        expect(await ancestorsOf(url)).toBe("'self'")
      for (const url of ['/', '/login', '/user/home', '/chat/x', '/console', '/api/chat/config', '/chat.js'])
        expect([url, await ancestorsOf(url)]).toEqual([url, "'none'"])
    } finally {
      await server.context.settings.set(chatOrigins, [])
    }
  })

  it('is nobody else, if the stored row has a bad origin', async () => {
    await storeSettings(database, { 'chat.origins': ['https://a.example', 'https://*.example'] })
    // The server's copy of the settings is two seconds old at most.
    await server.context.settings.set(chatWidget, true)
    expect(await ancestorsOf('/chat')).toBe("'self'")
    await server.context.settings.set(chatOrigins, [])
  })
})

describe('the script', () => {
  const said = async () => {
    const { body } = await get('/chat.js')
    return JSON.parse(/\}\)\((.*)\)$/.exec(body)?.[1] ?? 'null')
  }

  it('knows the sites and whether the chat is on, and is kept for minutes only', async () => {
    await server.context.settings.set(chatOrigins, sites)
    expect(await said()).toEqual({
      isOn: true,
      sites: sites.map(siteMark),
      name: 'Krapao',
      variant: 'th',
      mark: '',
    })
    await server.context.settings.set(chatWidget, false)
    expect(await said()).toMatchObject({ isOn: false })
    await server.context.settings.set(chatWidget, true)
    const { headers } = await get('/chat.js')
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers['x-content-type-options']).toBe('nosniff')
    const { body } = await get('/chat.js')
    for (const site of sites) expect(body).not.toContain(new URL(site).hostname)
  })

  it('is sent packed with what it knows', async () => {
    const packed = await server.app.inject({ url: '/chat.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    const { gunzipSync } = await import('node:zlib')
    expect(gunzipSync(packed.rawPayload).toString()).toBe((await get('/chat.js')).body)
    // The build's own packed file knows nothing.
    expect((await get('/chat.js.gz')).statusCode).toBe(404)
  })
})
