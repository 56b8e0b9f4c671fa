import { expect, it } from 'vitest'
import { mendStarts, withoutRepeats } from './page-starts.ts'

/**
 * The pages of a list that is loaded as it is reached, of two items each: "ab>b" is a page whose next begins
 * behind b.
 */

const page = (text: string) => {
  if (text === '?') return undefined
  const [items = '', next] = text.split('>')
  return { items: [...items].map((id) => ({ id })), next: next ?? null }
}

it.each<[what: string, starts: string[], pages: string[], isReached: boolean, after: string[]]>([
  ['nothing is loaded', [''], ['?'], true, ['']],
  ['the first page is the last', [''], ['ab'], true, ['']],
  ['the end is not near yet', [''], ['ab>b'], false, ['']],
  ['the end is near', [''], ['ab>b'], true, ['', 'b']],
  ['the next one is being loaded', ['', 'b'], ['ab>b', '?'], true, ['', 'b']],
  ['all are as they were', ['', 'b', 'd'], ['ab>b', 'cd>d', 'e'], true, ['', 'b', 'd']],
  // a was decided: the first page reaches into the second one.
  ['one left', ['', 'b', 'd'], ['bc>c', 'cd>d', 'e'], false, ['', 'b', 'd']],
  ['the one left by which a page begins', ['', 'b', 'd'], ['ac>c', 'cd>d', 'e'], false, ['', 'b', 'd']],
  ['more left than a page has', ['', 'b', 'd'], ['de>e', 'cd>d', 'ef>f'], false, ['', 'b', 'd']],
  ['what a page reaches is not loaded', ['', 'b', 'd'], ['bc>c', '?', 'e'], false, ['', 'b', 'd']],
  // x came between a and b, as in a list of the newest: b is on no page.
  ['one came', ['', 'b', 'd'], ['ax>x', 'cd>d', 'e'], false, ['', 'x', 'b', 'd']],
  ['one came, and all behind it is loaded', ['', 'x', 'b'], ['ax>x', 'bc>c', 'cd>d'], false, ['', 'x', 'b']],
  ['all behind a page left', ['', 'b', 'd'], ['ab', 'cd>d', 'e'], false, ['']],
  ['all behind the second page left', ['', 'b', 'd'], ['ab>b', 'c', 'e'], false, ['', 'b']],
])('%s', (_, starts, pages, isReached, after) => {
  const mended = mendStarts(starts, pages.map(page), isReached)
  expect(mended).toEqual(after)
  // The same array says that nothing changed: else a page would render for ever.
  expect(mended === starts).toBe(JSON.stringify(starts) === JSON.stringify(after))
})

it('an item that is on two pages is shown on the first', () => {
  const pages = ['bc', 'cd', 'ed'].map((text) => [...text].map((id) => ({ id })))
  expect(withoutRepeats(pages).map((items) => items.map(({ id }) => id).join(''))).toEqual(['bc', 'd', 'e'])
})
