import { type RefObject, useEffect, useState } from 'react'
import { type Box, clearPlace, type Place } from './clear-place.ts'

/** How much of the window's width the button may take with the invitation beside it. */
const widest = 0.65
/** Milliseconds after the last scrolling. */
const rest = 150

/** Where the button is: floating, in the top bar, or unseen while that is being looked for. */
export type Found = Place | 'bar' | 'moving'

/**
 * Where a floating button lies on no button, link, field, word, amount or progress bar of the page, and not on its top bar:
 * it must not be pressed in place of "Withdraw", nor cover what somebody reads. Where the page leaves no such place the button is in the top bar, and stays
 * there until another page is opened, so that it does not jump to and fro while somebody scrolls.
 * @param floating the button with the invitation beside it; @param button the button alone
 * @param page looks again when this changes
 */
export function useClearPlace(
  floating: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  page: string,
): Found {
  const [found, setFound] = useState<Found>('moving')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other controls
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isInBar = false
    const isHeld = () => floating.current?.contains(document.activeElement)
    const find = () => {
      const whole = floating.current
      const alone = button.current
      // On phones it does not float.
      if (!whole || !alone?.offsetWidth || isInBar || isHeld()) return
      const { m41, m42 } = new DOMMatrix(getComputedStyle(whole).transform)
      const { x, y, width, height } = whole.getBoundingClientRect()
      const box = new DOMRect(x - m41, y - m42, width, height)
      // The last thing in it.
      const { offsetWidth, offsetHeight } = alone
      const last = new DOMRect(box.right - offsetWidth, box.bottom - offsetHeight, offsetWidth, offsetHeight)
      // With large letters on a small phone the words would cover the page that the person came for.
      const isWide = box.width > innerWidth * widest
      const taken = [...controlsInSight(), ...linesInSight()]
      const place = clearPlace(taken, boxOf(last), isWide ? undefined : boxOf(box))
      isInBar = place === undefined
      setFound(place ?? 'bar')
    }
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(find, rest)
    }
    // What it lay beside moves under it.
    const hide = () => {
      if (!isInBar && !isHeld()) setFound('moving')
      look()
    }
    look()
    // A page that has just opened still loads.
    const again = setTimeout(look, 1500)
    // A step of a form, or a list that has arrived.
    const sizes = new ResizeObserver(look)
    const content = new MutationObserver(look)
    const main = document.querySelector('main')
    if (main) {
      sizes.observe(main)
      content.observe(main, { childList: true, subtree: true })
    }
    addEventListener('scroll', hide, { passive: true })
    addEventListener('resize', hide)
    return () => {
      clearTimeout(timer)
      clearTimeout(again)
      sizes.disconnect()
      content.disconnect()
      removeEventListener('scroll', hide)
      removeEventListener('resize', hide)
    }
  }, [floating, button, page])
  return found
}

const pressed = 'button, a, input, select, textarea, label, summary, canvas'

/**
 * Where the page's buttons, links and fields are that can be pressed, its bars, and what is drawn. Read once: asking the browser what
 * lies at each point of each place takes a cheap phone a quarter of a second.
 */
const controlsInSight = (): Box[] =>
  [...document.querySelectorAll(`header, main :is(${pressed}, [role="progressbar"])`)]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && isInSight(box))
    // Cards at the back of a drum cannot be pressed.
    .filter(({ element }) => isVisible(element) && getComputedStyle(element).pointerEvents !== 'none')
    .map(({ box }) => boxOf(box))

/** Where the page's words and amounts are. */
function linesInSight(): Box[] {
  const main = document.querySelector('main')
  if (!main) return []
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const boxes: Box[] = []
  while (texts.nextNode()) {
    const { parentElement } = texts.currentNode
    range.selectNodeContents(texts.currentNode)
    const lines = [...range.getClientRects()].filter(isInSight)
    if (lines.length === 0 || !parentElement || isForReaders(parentElement)) continue
    if (isVisible(parentElement)) boxes.push(...lines.map(boxOf))
  }
  return boxes
}

const isInSight = ({ bottom, top }: DOMRect): boolean => bottom > 0 && top < innerHeight
/** Words for screen readers alone are in a box of one pixel. */
const isForReaders = ({ offsetWidth, offsetHeight }: HTMLElement): boolean =>
  offsetWidth === 1 && offsetHeight === 1
// Safari before 17.4 cannot say whether an element is visible.
const isVisible = (element: Element): boolean =>
  element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true

/** A DOMRect has its figures on its prototype, where they are not copied from. */
const boxOf = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom })
