import { type RefObject, useEffect, useState } from 'react'

/** Pixels by which the button is lifted at a time, and how often at most. */
const step = 14
const steps = 18
/** Milliseconds after the last scrolling. */
const rest = 150

/**
 * Where a floating button lies on no button, link or field of the page: it must not be pressed in place of "Withdraw", nor
 * cover an amount that is typed.
 * @param floating the button with what stands beside it; @param button the button alone
 * @param page looks again when this changes
 * @returns `lift`: pixels that it has to be lifted, 0 if that helps nowhere; `isTight`: there is room for the button alone
 */
export function useClearPlace(
  floating: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  page: string,
): { lift: number; isTight: boolean } {
  const [place, setPlace] = useState({ lift: 0, isTight: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other controls
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const find = () => {
      const whole = floating.current
      const alone = button.current
      if (!whole || !alone) return
      const lifted = -new DOMMatrix(getComputedStyle(whole).transform).m42
      const freeOf = (element: HTMLElement) => {
        const box = element.getBoundingClientRect()
        return Array.from({ length: steps + 1 }, (_, i) => i * step).find(
          (by) => !isOverControl(whole, box, lifted - by),
        )
      }
      const forAll = freeOf(whole)
      setPlace(
        forAll === undefined ? { lift: freeOf(alone) ?? 0, isTight: true } : { lift: forAll, isTight: false },
      )
    }
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(find, rest)
    }
    look()
    // A page that has just opened still loads.
    const again = setTimeout(look, 1500)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      clearTimeout(timer)
      clearTimeout(again)
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [floating, button, page])
  return place
}

function isOverControl(element: HTMLElement, box: DOMRect, down: number): boolean {
  const across = [box.left + 4, (box.left + box.right) / 2, box.right - 4]
  const along = [box.top + 4, (box.top + box.bottom) / 2, box.bottom - 4]
  return across.some((x) =>
    along.some((y) =>
      document
        .elementsFromPoint(x, y + down)
        .some((one) => !element.contains(one) && one.closest('main :is(button, a, input, select)')),
    ),
  )
}
