import { type RefObject, useEffect, useState } from 'react'
import { type Box, clearPlace, type Place } from './clear-place.ts'

/** How much of the window's width the button may take with the invitation beside it. */
const widest = 0.65
/** Milliseconds after the last scrolling. */
const rest = 150

/**
 * Where a floating button lies on no button, link or field of the page: it must not be pressed in place of "Withdraw", nor
 * cover an amount that is typed.
 * @param floating the button with the invitation beside it; @param button the button alone
 * @param page looks again when this changes
 */
export function useClearPlace(
  floating: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  page: string,
): Place {
  const [place, setPlace] = useState<Place>({ lift: 0, isTight: false, isTucked: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other controls
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const find = () => {
      const whole = floating.current
      const alone = button.current
      if (!whole || !alone) return
      const { m41, m42 } = new DOMMatrix(getComputedStyle(whole).transform)
      const { x, y, width, height } = whole.getBoundingClientRect()
      const box = new DOMRect(x - m41, y - m42, width, height)
      // The last thing in it. Its own box would be the one that it has shrunk to.
      const { offsetWidth, offsetHeight } = alone
      const last = new DOMRect(box.right - offsetWidth, box.bottom - offsetHeight, offsetWidth, offsetHeight)
      // With large letters on a small phone the words would cover the page that the person came for.
      const isWide = box.width > innerWidth * widest
      setPlace(clearPlace(controlsInSight(), linesInSight(), boxOf(last), isWide ? undefined : boxOf(box)))
    }
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(find, rest)
    }
    look()
    // A page that has just opened still loads.
    const again = setTimeout(look, 1500)
    // A step of a form, or a list that has arrived.
    const sizes = new ResizeObserver(look)
    const main = document.querySelector('main')
    if (main) sizes.observe(main)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      clearTimeout(timer)
      clearTimeout(again)
      sizes.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [floating, button, page])
  return place
}

/**
 * Where the page's buttons, links and fields are that can be pressed. Read once: asking the browser what lies at each point
 * of each place takes a cheap phone a quarter of a second.
 */
const controlsInSight = (): DOMRect[] =>
  [...document.querySelectorAll('main :is(button, a, input, select, textarea, label, summary)')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < innerHeight)
    // Cards at the back of a drum cannot be pressed.
    .filter(({ element }) => element.checkVisibility() && getComputedStyle(element).pointerEvents !== 'none')
    .map(({ box }) => box)

/** Where the page's words are. */
function linesInSight(): Box[] {
  const main = document.querySelector('main')
  if (!main) return []
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const boxes: Box[] = []
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    boxes.push(...[...range.getClientRects()].filter(({ bottom, top }) => bottom > 0 && top < innerHeight))
  }
  return boxes
}

/** A DOMRect has its figures on its prototype, where they are not copied from. */
const boxOf = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom })
