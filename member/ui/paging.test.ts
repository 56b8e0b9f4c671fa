import { describe, expect, it } from 'vitest'
import { pagesAround } from './paging.tsx'

describe('pages around the current one', () => {
  it.each([
    [1, 30, [1, 2]],
    [2, 30, [1, 2, 3]],
    [9, 30, [6, 7, 8, 9, 10]],
    [30, 30, [27, 28, 29, 30]],
    [1, 1, [1]],
    [1, 0, []],
  ])('page %d of %d', (page, pages, shown) => {
    expect(pagesAround(page, pages, { before: 3, after: 1 })).toEqual(shown)
  })
})
