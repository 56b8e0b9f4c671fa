// Where something is on the page, to see that nothing has moved it.

import type { Locator, Page } from '@playwright/test'

/** Pixels from the top of the page to the top of an element. */
export const placeOf = (element: Locator): Promise<number> =>
  element.evaluate((one) => Math.round(one.getBoundingClientRect().top + window.scrollY))

/** Resolves when the page has drawn what it has received. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
