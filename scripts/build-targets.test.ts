import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildBrowserCode } from './builds.ts'
import { root } from './project.ts'

/**
 * The builds use nothing that came to browsers after those that we promise, Chromium 111 and Safari 16.4
 * (web/build/page-config.ts), without asking whether it is there. Vite puts new syntax into old words, but
 * not this.
 */

/**
 * What came later, as far as a program could be tempted; where another name is asked about instead, that one.
 * React itself tries `startViewTransition`, which nobody here uses.
 */
const later: Record<string, string> = {
  canParse: '',
  caretPositionFromPoint: '',
  checkVisibility: '',
  CloseWatcher: '',
  cookieStore: '',
  DurationFormat: '',
  fromAsync: '',
  fromBase64: '',
  getHTML: '',
  groupBy: '',
  hidePopover: 'popover',
  isDisjointFrom: '',
  isSubsetOf: '',
  isSupersetOf: '',
  moveBefore: '',
  requestClose: '',
  requestIdleCallback: '',
  setAppBadge: '',
  setHTMLUnsafe: '',
  showPopover: 'popover',
  sumPrecise: '',
  symmetricDifference: '',
  toBase64: '',
  togglePopover: 'popover',
  withResolvers: '',
}

/** The names that a built file uses and does not ask about. */
const unasked = (code: string): string[] =>
  Object.entries(later)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .filter(([name, asked]) => {
      const by = asked || name
      return !new RegExp(
        `["'\`]${by}["'\`] ?in\\b|\\.${by}(\\?\\.|\\)?(&&|\\?[^.]|\\|\\|))|typeof [\\w.]*${by}\\b`,
      ).test(code)
    })
    .map(([name]) => name)

it.each([
  ['a.checkVisibility()', ['checkVisibility']],
  ['(a.checkVisibility?.()??!0)', []],
  ['URL.canParse(a)', ['canParse']],
  ['"requestIdleCallback"in window?requestIdleCallback(a):setTimeout(a)', []],
  ['a.showPopover()', ['showPopover']],
  ['const b=`popover`in HTMLElement.prototype;b&&a.showPopover()', []],
  ['n.moveBefore&&o?n.moveBefore(o):n.insertBefore(o)', []],
])('%s', (code, names) => expect(unasked(code)).toEqual(names))

describe.each(['member/dist', 'console/dist'])('%s', (dist) => {
  beforeAll(async () => {
    expect(await buildBrowserCode()).toBe(true)
  })

  it('asks before it uses what came later', () => {
    const files = readdirSync(join(root, dist), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    )
    expect(files.length).toBeGreaterThan(0)
    const found = files.flatMap((name) =>
      unasked(readFileSync(join(root, dist, name), 'utf8')).map((used) => `${name}: ${used}`),
    )
    expect(found).toEqual([])
  })
})
