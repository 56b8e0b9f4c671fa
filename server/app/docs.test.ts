import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ config: { API_DOCS: true } })
})
afterAll(() => app.close())

/**
 * The whole answer: one that is left half-read keeps its connection, and the server waits for it when it
 * closes.
 */
async function get(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(new URL(path, app.address))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('the page that shows the calls', () => {
  test.each(['/api/docs', '/api/docs/'])('%s is a page under the policy of the others', async (path) => {
    const page = await get(path)
    const other = await get('/api/lookup/info')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toBe(other.headers.get('content-security-policy'))
  })

  test('loads files of this server only, and has no inline script or style', async () => {
    const { text: html } = await get('/api/docs')
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path = '']) => new URL(path, `${app.address}/api/docs`),
    )
    expect(loaded.length).toBeGreaterThan(3)
    expect(loaded.filter(({ origin }) => origin !== app.address)).toEqual([])
    for (const { href, pathname } of loaded) expect((await get(href)).status, pathname).toBe(200)
    expect(html.match(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/g)).toBe(null)
  })

  test.each(['json', 'yaml'])('its %s is what everybody may read, without the console', async (form) => {
    const { text } = await get(`/api/docs/${form}`)
    expect(text).toContain('/api/wallet/transfer')
    expect(text).not.toContain('/api/console/')
    expect(text).not.toContain('DeskItem')
  })

  test('does not exist where it is switched off, as it is outside demo mode', async () => {
    const closed = await testApp()
    const answer = await fetch(`${closed.address}/api/docs`)
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'NO_DATA' }])
    await closed.close()
  })
})
