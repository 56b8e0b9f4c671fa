// The `test` of all journeys: a journey also fails if something goes wrong that its person would not see.

import { randomInt } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { byDepth } from '../../server/testing/depth.ts'
import { type Sandbox, sandboxOf } from './sandbox.ts'
import { serverAt, type World } from './server.ts'
import type { Language } from './texts.ts'

export { expect }

type Widths = Record<Language, '@phone' | '@desktop' | '@deep' | []>

/** The projects of a journey by language; in depth each language runs in both. */
const usually = (usual: Widths): Widths => byDepth({ usual, deep: { th: [], la: [], en: [] } })

/**
 * The project of a journey in three languages, so that Thai runs on a phone and Lao on a desktop. English
 * runs in depth only: its texts are checked with the unit tests, and its pages by the journeys with
 * `everyLanguage`.
 */
export const oneWidth = usually({ th: '@phone', la: '@desktop', en: '@deep' })

/** As `oneWidth`, for the journeys that run in English as well. */
export const everyLanguage = usually({ th: '@phone', la: '@desktop', en: '@phone' })

/**
 * For long journeys in which staff take part: some run on a phone in Thai, the others on a desktop in Lao.
 */
export const onPhone = usually({ th: '@phone', la: '@deep', en: '@deep' })
export const onDesktop = usually({ th: '@deep', la: '@desktop', en: '@deep' })

/**
 * Whether axe looks at a journey in three languages: in English the phone’s pages differ from the Thai ones
 * in words alone.
 */
export const isSeenByAxe = byDepth<Record<Language, boolean>>({
  usual: { th: true, la: true, en: false },
  deep: { th: true, la: true, en: true },
})

type Fixtures = {
  sandbox: Sandbox
  /**
   * Failures that this journey causes on purpose, as patterns of the reported lines: `allow.push(/ 503 /)`.
   * Any other reported failure fails the journey.
   */
  allow: RegExp[]
  /** Watches a further browser context, such as a second person's. The journey's own is already watched. */
  watch: (context: BrowserContext) => Promise<void>
}

type WorkerFixtures = {
  /** How the server of a file's journeys differs from the default: `test.use({ world: { settings } })`. */
  world: World
  /**
   * The address of the worker's own server, so that faults that a journey sets and items that it leaves in a
   * queue affect no journey beside it.
   */
  origin: string
}

export const test = base.extend<Fixtures & { watchOwn: undefined; closeFurther: undefined }, WorkerFixtures>({
  world: [{}, { scope: 'worker', option: true }],
  origin: [
    // The longest start is that of another brand, which makes its demo world first.
    async ({ world }, use, { parallelIndex }) => use(await serverAt(parallelIndex, world)),
    { scope: 'worker', timeout: 180_000 },
  ],
  // Now and then Chromium itself crashes while it starts, before a journey has begun. It is started once
  // more.
  browser: [
    async ({ playwright, launchOptions }, use) => {
      const launch = () => playwright.chromium.launch(launchOptions)
      const browser = await launch().catch(launch)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
  // Every journey has an address of its own, so that limits by address do not count journeys together.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
  extraHTTPHeaders: ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }),
  sandbox: ({ request }, use) => use(sandboxOf(request)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
  allow: ({}, use) => use([]),
  watch: async ({ allow }, use) => {
    const trouble: string[] = []
    await use(async (context) => {
      await report(context, (line) => trouble.push(line))
      unrouteWhenAnswered(context)
      const prepare = (page: Page) => {
        openWhenSettled(page)
        unrouteWhenAnswered(page)
      }
      for (const page of context.pages()) prepare(page)
      context.on('page', prepare)
    })
    const unexpected = trouble.filter((line) => !allow.some((pattern) => pattern.test(line)))
    expect(unexpected, 'console errors, page errors, CSP violations, answers of 500 and above').toEqual([])
  },
  watchOwn: [
    async ({ context, watch }, use) => {
      await watch(context)
      await use(undefined)
    },
    { auto: true },
  ],
  // The browser lasts as long as its worker. A person whom a journey leaves in it would go on asking and
  // drawing beside all journeys that follow.
  closeFurther: [
    async ({ browser, context }, use) => {
      await use(undefined)
      const further = browser.contexts().filter((one) => one !== context)
      await Promise.all(further.map((one) => one.close()))
    },
    { auto: true },
  ],
})

async function report(context: BrowserContext, note: (line: string) => void) {
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    // The browser logs every answer of 400 and above. From our API a refusal is an ordinary answer, and 500
    // and above are reported below; for a picture or a font any such answer is an error of the page.
    const isApi = /^\/(api|sandbox\/api)\//.test(pathOf(url))
    if (isApi && message.text().startsWith('Failed to load resource: the server responded')) return
    // The server has closed the socket, for instance because its session ended, while the browser was sending
    // on it; it reconnects.
    if (pathOf(url) === '/socket.io/' && message.text().includes('status of 400')) return
    note(`console: ${message.text()} (${pathOf(url)})`)
  })
  context.on('weberror', (error) => note(`page error: ${error.error().stack ?? error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 500) {
      note(`answer: ${response.status()} to ${response.request().method()} ${pathOf(response.url())}`)
    }
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} blocked ${event.blockedURI || 'inline code'}`)
    })
    // A phone shows a page that is wider than its screen as if the screen were larger: what stays at the
    // lower edge is cut off, and taps miss it.
    let wide = 0
    const measure = () => {
      const { scrollWidth = 0, clientWidth = 0 } = document.documentElement ?? {}
      wide = scrollWidth > clientWidth ? wide + 1 : 0
      if (wide !== 2) return
      // The innermost element without which the page is not too wide. The journey fails, so its page may be
      // changed.
      let culprit: Element = document.body
      const isCulprit = (one: Element) => {
        if (!(one instanceof HTMLElement)) return false
        one.style.setProperty('display', 'none', 'important')
        const isEnough = document.documentElement.scrollWidth <= clientWidth
        one.style.removeProperty('display')
        return isEnough
      }
      for (let next: Element | undefined = culprit; next; next = [...culprit.children].find(isCulprit))
        culprit = next
      console.error(
        `overflow: ${scrollWidth} px in ${clientWidth} at ${location.pathname}: ${culprit.outerHTML.slice(0, 300)}`,
      )
    }
    setInterval(measure, 250)
  })
}

/**
 * Makes a page open an address only when its history has as many dialog entries as dialogs are open. A dialog
 * that was just closed steps back a moment later, which would abort the opening; no person types an address
 * that fast.
 */
function openWhenSettled(page: Page) {
  const settled = () =>
    expect
      .poll(() =>
        page.evaluate(() => (history.state?.dialog ?? 0) - document.querySelectorAll('dialog[open]').length),
      )
      .toBe(0)
  for (const name of ['goto', 'reload'] as const) {
    const open = page[name].bind(page) as (...args: unknown[]) => never
    page[name] = async (...args: unknown[]) => {
      await settled()
      return open(...args)
    }
  }
}

/**
 * Makes `unroute` wait for the calls that a journey is still answering. Playwright answers them itself as
 * soon as nothing is routed any more, and the journey's own answer, which on a busy machine comes later,
 * fails it.
 */
function unrouteWhenAnswered(routed: Page | BrowserContext) {
  const answering: { url: string; handler: unknown; answer: Promise<unknown> }[] = []
  const { route, unroute } = { route: routed.route.bind(routed), unroute: routed.unroute.bind(routed) }
  /** What Playwright was given in place of each handler, because one handler may serve several addresses. */
  let given: { url: string; handler: unknown; answered: Parameters<typeof route>[1] }[] = []
  routed.route = (url, handler, options) => {
    const answered: typeof handler = (call, request) => {
      const answer = Promise.resolve(handler(call, request))
      answering.push({ url: String(url), handler, answer: answer.catch(() => {}) })
      return answer
    }
    given.push({ url: String(url), handler, answered })
    return route(url, answered, options)
  }
  routed.unroute = async (url, handler) => {
    const isMeant = (one: { url: string; handler: unknown }) =>
      one.url === String(url) && (!handler || one.handler === handler)
    await Promise.all(answering.filter(isMeant).map(({ answer }) => answer))
    if (!handler) await unroute(url)
    for (const { answered } of handler ? given.filter(isMeant) : []) await unroute(url, answered)
    given = given.filter((one) => !isMeant(one))
  }
}

function pathOf(url: string) {
  return URL.canParse(url) ? new URL(url).pathname : url
}

/**
 * Waits until no dialog is open and closed ones have given back their history entries: the step back would
 * leave a page that is opened before.
 */
export async function expectNoDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => history.state?.dialog ?? 0)).toBe(0)
}

/**
 * Waits until nothing on the page is loading or moving: half-way through a transition texts have colours that
 * nobody reads.
 */
async function atRest(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
}

/**
 * Fails unless axe reports no violation on the page as it is now.
 * @param rules only these rules, if the others were checked before and cannot have changed
 */
export async function expectAccessible(page: Page, rules?: string[]) {
  await atRest(page)
  let found = await askAxe(page, rules)
  if (found.length > 0) {
    // A violation between two frames is gone a moment later; a real one stays.
    await page.waitForTimeout(500)
    found = await askAxe(page, rules)
  }
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** The same in the languages in which axe looks at journeys in three languages. */
export const expectAccessibleIn = async (language: Language, page: Page): Promise<void> => {
  if (isSeenByAxe[language]) await expectAccessible(page)
}

async function askAxe(page: Page, rules?: string[]): Promise<string[]> {
  // axe is half a megabyte of code, so a page is given it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values } }),
    })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
    )
  }, rules)
}
