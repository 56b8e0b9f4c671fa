// The chat on another site: a small server of this journey plays the site that has the script tag.

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Frame, Page } from '@playwright/test'
import { operatorHeaders } from './testing/operator.ts'
import { expect, expectAccessibleIn, test } from './testing/test.ts'
import { textsOf } from './testing/texts.ts'

/** Ports of sites that the operator has named, one for each journey that may run at the same time. */
const listed = { th: 5391, en: 5392 }
const origins = Object.values(listed).map((port) => `http://localhost:${port}`)
test.use({ world: { name: 'chat-embed', settings: { 'chat.origins': origins } } })

/** The other site, at every path the same page; its styles would spoil the button if they reached it. */
async function siteAt(port: number, body: string): Promise<{ origin: string; close(): void }> {
  const server: Server = createServer((_request, answer) =>
    answer
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader('referrer-policy', 'no-referrer')
      .end(
        `<!doctype html><html lang="th"><link rel="icon" href="data:,"><title>Other</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>* { color: #900; font-size: 3px } button { position: absolute; left: -999px }</style>
        <main><h1>Other site</h1><a href="/next">Next</a></main>${body}`,
      ),
  ).listen(port)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  return { origin: `http://localhost:${bound}`, close: () => server.close() }
}

/** Answers as the staff the conversation in which these words were written. */
async function answerTo(request: APIRequestContext, words: string, answer: string): Promise<void> {
  const headers = await operatorHeaders(request, 'support')
  const { chats } = await (await request.get('/api/console/chats?view=all', { headers })).json()
  for (const { _id } of chats as { _id: string }[]) {
    const found = await (await request.get(`/api/console/chats/${_id}`, { headers })).text()
    if (!found.includes(words)) continue
    const message = { message_type: 'text', payload: { message: answer } }
    const sent = await request.post(`/api/console/chats/${_id}/messages`, {
      data: { clientId: `embed-${Date.now()}`, message },
      headers,
    })
    expect(sent.status(), await sent.text()).toBe(200)
    return
  }
  throw new Error(`no conversation has ${words}`)
}

/** The frame of the chat, of the wallet's origin. */
async function chatFrameOf(page: Page, origin: string): Promise<Frame> {
  const found = () => page.frames().find((one) => one.url().startsWith(`${origin}/chat?`))
  await expect.poll(() => found()?.url()).toBeDefined()
  return found() as Frame
}

/** Runs in the browser, before each page of a frame. */
function refuseStorage(): void {
  if (location.pathname !== '/chat') return
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  }
}

const hosts = (page: Page) => page.locator('krapao-chat')

for (const language of ['th', 'en'] as const) {
  // Once each: the port of a site is taken while its journey runs.
  const tag = language === 'th' ? '@phone' : '@desktop'
  test(`a visitor of another site writes, and the staff answer (${language})`, { tag }, async ({
    page,
    origin,
    request,
  }) => {
    const t = textsOf(language)
    const script = `<script src="${origin}/chat.js" data-language="${language}" async></script>`
    const site = await siteAt(
      listed[language],
      language === 'th' ? script.replace(/data-\S+/, '') : script + script,
    )
    // A browser may refuse storage to a frame of another site: then the conversation is kept as long as the
    // page.
    if (language === 'en') await page.addInitScript(refuseStorage)
    try {
      await page.goto(site.origin)
      await expect(hosts(page)).toHaveCount(1)
      // The shadow tree is closed to the page and to this journey: the keyboard and the name are what people
      // have.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(hosts(page)).toBeFocused()
      await page.keyboard.press('Enter')
      const child = await chatFrameOf(page, origin)
      const box = child.getByRole('textbox')
      await expect(box).toBeVisible()
      await expect(child.getByText(t('chat.panel.title', { brand: 'Krapao' }))).toBeVisible()
      const question = `agent ${Math.random().toString(36).slice(2)}`
      await box.fill(question)
      await child.getByRole('button', { name: t('chat.send'), exact: true }).click()
      await expect(child.getByText(t('chat.sending'))).toHaveCount(0)
      await expect(child.getByText(question, { exact: true })).toBeVisible()
      const answer = `Hello ${Math.random().toString(36).slice(2)}`
      await answerTo(request, question, answer)
      await expect(child.getByText(answer, { exact: true })).toBeVisible()
      await expectAccessibleIn('th', page)

      // Escape in the frame gives the focus back to the site; the talk goes on under the button.
      await box.focus()
      await page.keyboard.press('Escape')
      await expect(box).toHaveCount(0)
      await expect(hosts(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(child.getByText(answer, { exact: true })).toBeVisible()
    } finally {
      site.close()
    }
  })
}

test('a site that is not named shows nothing, and can frame no page', { tag: '@desktop' }, async ({
  page,
  origin,
  allow,
}) => {
  allow.push(/frame-ancestors|Refused to frame|ERR_BLOCKED_BY_RESPONSE|chrome-error/)
  const frames = ['/chat', '/', '/console'].map((path) => `<iframe src="${origin}${path}"></iframe>`)
  const script = `<script src="${origin}/chat.js" async onload="document.title = 'ran'"></script>`
  const site = await siteAt(0, `${frames.join('')}${script}`)
  try {
    await page.goto(site.origin)
    await expect(page).toHaveTitle('ran')
    await expect(hosts(page)).toHaveCount(0)
    await expect
      .poll(() => page.frames().filter((one) => one.url().startsWith(origin)).length, { timeout: 5000 })
      .toBe(0)
  } finally {
    site.close()
  }
})
