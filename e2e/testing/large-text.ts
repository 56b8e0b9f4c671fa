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
 * The defects of the page with large letters, in words; empty if there are none. A defect is an element wider
 * than the window, a text that is cut off or lies on another text or the icon of a button, an amount on two
 * lines, or words broken into a column of letters.
 */
export const brokenText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    // Rows that are scrolled away have a guessed height and lie on each other; they are measured as they will
    // be drawn.
    const skipped = [...document.querySelectorAll<HTMLElement>('*')].filter(
      (element) => getComputedStyle(element).contentVisibility === 'auto',
    )
    for (const { style } of skipped) style.contentVisibility = 'visible'
    const root = document.querySelector('dialog[open]:last-of-type') ?? document.body
    if (document.documentElement.scrollWidth > window.innerWidth + 1)
      found.push(`page ${document.documentElement.scrollWidth} px wide`)

    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      // A preview is the beginning of a text; the whole is where it leads. The brand's name is there whole or
      // not at all.
      !element.closest(
        '.sr-only, option, textarea, [data-preview], [data-whole-or-none], [aria-hidden="true"] [data-shade]',
      )
    const lines = (range: Range) =>
      new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size

    type Sides = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
    const drawn: { element: Element; name: string; box: Sides }[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (!element || text === '' || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const name = JSON.stringify(text.slice(0, 40))
      for (const box of range.getClientRects()) drawn.push({ element, name, box })

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

    for (const icon of root.querySelectorAll('button svg')) {
      const button = icon.closest('button')
      if (button?.textContent?.trim() === '' && isShown(icon))
        drawn.push({
          element: button,
          name: button.ariaLabel ?? 'a button',
          box: icon.getBoundingClientRect(),
        })
    }
    // What floats lies over what is scrolled under it, drums have cards behind each other, and hidden texts
    // repeat others.
    const layerOf = (element: Element | null): Element | null =>
      !element || /fixed|sticky/.test(getComputedStyle(element).position)
        ? element
        : layerOf(element.parentElement)
    /** What is scrolled out of its list is not drawn. */
    const seenOf = (element: Element | null, box: Sides): Sides => {
      if (!element || element === root) return box
      const { overflowX, overflowY } = getComputedStyle(element)
      if (overflowX === 'visible' && overflowY === 'visible') return seenOf(element.parentElement, box)
      const inside = element.getBoundingClientRect()
      return seenOf(element.parentElement, {
        left: Math.max(box.left, inside.left),
        right: Math.min(box.right, inside.right),
        top: Math.max(box.top, inside.top),
        bottom: Math.min(box.bottom, inside.bottom),
      })
    }
    const flat = drawn
      .filter(
        ({ element }) =>
          !element.closest('[data-moves], [data-tween], [role="listbox"], [aria-hidden="true"]'),
      )
      .map((one) => ({
        ...one,
        height: one.box.bottom - one.box.top,
        box: seenOf(one.element, one.box),
        layer: layerOf(one.element),
      }))
      .filter(({ box }) => box.right > box.left && box.bottom > box.top)
    const shared = (from: number, to: number, otherFrom: number, otherTo: number) =>
      Math.min(to, otherTo) - Math.max(from, otherFrom)
    flat.forEach((one, at) => {
      for (const other of flat.slice(at + 1)) {
        if (one.element === other.element || one.layer !== other.layer) continue
        const [a, b] = [one.box, other.box]
        // The boxes of lines above each other overlap, because Thai and Lao letters are low and their marks
        // are high.
        const isBeside = shared(a.top, a.bottom, b.top, b.bottom) > 0.6 * Math.min(one.height, other.height)
        if (isBeside && shared(a.left, a.right, b.left, b.right) > 2)
          found.push(`${one.name} lies on ${other.name}`)
      }
    })
    for (const { style } of skipped) style.removeProperty('content-visibility')
    return [...new Set(found)]
  })
