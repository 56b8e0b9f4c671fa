import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ config: { API_DOCS: true } })
})
afterAll(() => app.close())

const get = (path: string) => fetch(`${app.address}${path}`)

describe('the page that shows the calls', () => {
  test.each(['/api/docs', '/api/docs/'])('%s is a page under the policy of the others', async (path) => {
    const page = await get(path)
    const other = await get('/api/lookup/info')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toBe(other.headers.get('content-security-policy'))
  })

  test('loads files of this server only, and has nothing inline', async () => {
    const address = `${app.address}/api/docs`
    const html = await (await fetch(address)).text()
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path = '']) => new URL(path, address),
    )
    expect(loaded.length).toBeGreaterThan(3)
    expect(loaded.filter(({ origin }) => origin !== app.address)).toEqual([])
    for (const file of loaded) expect((await fetch(file)).status, file.pathname).toBe(200)
    expect(html.match(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/g)).toBe(null)
  })

  test.each(['json', 'yaml'])('its %s is what everybody may read, without the console', async (form) => {
    const text = await (await get(`/api/docs/${form}`)).text()
    expect(text).toContain('/api/wallet/transfer')
    expect(text).not.toContain('/api/console/')
    expect(text).not.toContain('DeskItem')
  })

  test('is not there where it is switched off, as it is outside demo mode', async () => {
    const closed = await testApp()
    const answer = await fetch(`${closed.address}/api/docs`)
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'NO_DATA' }])
    await closed.close()
  })
})
