import type { Page } from '@playwright/test'

/** Enlarges letters as the browser's own setting does; the window keeps its size. */
export const enlarge = (page: Page, percent: number) =>
  page.addInitScript((size) => {
    const set = () => {
      document.documentElement.style.fontSize = `${size}%`
    }
    if (document.documentElement) set()
    document.addEventListener('DOMContentLoaded', set)
  }, percent)

/**
 * The defects of the page with large letters, in words; empty if there are none. A defect is an element wider than the
 * window, a text that is cut off, an amount on two lines, or words broken into a column of letters.
 */
export const brokenText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const root = document.querySelector('dialog[open]:last-of-type') ?? document.body
    if (document.documentElement.scrollWidth > window.innerWidth + 1)
      found.push(`page ${document.documentElement.scrollWidth} px wide`)

    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      // A preview is the beginning of a text; the whole is where it leads.
      !element.closest('.sr-only, option, textarea, [data-preview], [aria-hidden="true"] [data-shade]')
    const lines = (range: Range) =>
      new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size

    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (!element || text === '' || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const name = JSON.stringify(text.slice(0, 40))

      for (let box: Element | null = element; box && box !== root; box = box.parentElement) {
        // A strip of cards that can be dragged, and a wheel, always hide a part of their content.
        if (box.matches('[data-moves], ul:has(> li > [data-tween]), [role="listbox"]')) break
        const { overflowX, overflowY } = getComputedStyle(box)
        const inside = box.getBoundingClientRect()
        const { left, right, bottom } = range.getBoundingClientRect()
        if (overflowX !== 'visible' && (right > inside.right + 1 || left < inside.left - 1))
          found.push(`${name} cut off at the side`)
        if ((overflowY === 'hidden' || overflowY === 'clip') && bottom > inside.bottom + 2)
          found.push(`${name} cut off below`)
        if (overflowX !== 'visible' || overflowY !== 'visible') break
      }

      for (const match of (node.textContent ?? '').matchAll(/[+−]?[฿₭][\d,]+(\.\d\d)?/g)) {
        const figure = document.createRange()
        figure.setStart(node, match.index)
        figure.setEnd(node, match.index + match[0].length)
        if (lines(figure) > 1) found.push(`${match[0]} on ${lines(figure)} lines`)
      }
      if (text.length > 5 && lines(range) > text.length / 3) found.push(`${name} in a column of letters`)
    }
    return [...new Set(found)]
  })
