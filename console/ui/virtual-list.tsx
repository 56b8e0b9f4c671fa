import { type ReactNode, type Ref, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels above and below the window within which rows are rendered. */
const around = 800
/** Pixels that a row has until its page was rendered once. */
const supposed = 92

/**
 * A list of which only the pages near to what is seen are rendered; all others are free space of their
 * height. Whatever scrolls it, the page or a part of it, the browser keeps the place when rows come and go
 * above. Rows that have the focus stay, with those around them, so that the keyboard goes on from there.
 * @param pages the rows that are loaded; @param keyOf a key of each that stays the same
 * @param total how many there are, loaded or not, as screen readers say it
 * @param kept a row that stays rendered wherever the list is scrolled to, such as the one that is open
 * @param onNear called with the numbers of the rendered pages each time they change
 */
export function VirtualList<Row>({
  ref,
  label,
  pages,
  keyOf,
  total,
  kept,
  onNear,
  children,
}: {
  ref: Ref<HTMLUListElement>
  label: string
  pages: Row[][]
  keyOf(row: Row): string
  total: number
  kept: string | undefined
  onNear(pages: ReadonlySet<number>): void
  children(row: Row): ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const near = useNearPages(list, pages, keyOf, kept, onNear)
  const setSize = Math.max(
    total,
    pages.reduce((sum, { length }) => sum + length, 0),
  )
  let position = 0
  let space = 0
  const parts: ReactNode[] = []
  const leaveSpace = (before: number) => {
    if (space > 0) parts.push(<Space key={`space ${before}`} height={space} />)
    space = 0
  }
  for (const [n, rows] of pages.entries()) {
    if (near.pages.has(n)) {
      leaveSpace(n)
      const from = position
      // All beside each other, so that a row that moves to another page stays the same element.
      parts.push(
        ...rows.map((row, at) => (
          <li
            key={keyOf(row)}
            data-page={n}
            aria-setsize={setSize}
            aria-posinset={from + at + 1}
            className="pb-1"
          >
            {children(row)}
          </li>
        )),
      )
    } else space += near.heightOf(n)
    position += rows.length
  }
  leaveSpace(pages.length)
  const both = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    [ref],
  )
  return (
    <ul ref={both} aria-label={label}>
      {parts}
    </ul>
  )
}

const Space = ({ height }: { height: number }) => (
  <li aria-hidden role="presentation" style={{ height }} className="[overflow-anchor:none]" />
)

/** The pages that are rendered, and the height of each page in pixels as it was when it was rendered last. */
function useNearPages<Row>(
  list: { readonly current: HTMLUListElement | null },
  pages: Row[][],
  keyOf: (row: Row) => string,
  kept: string | undefined,
  onNear: (pages: ReadonlySet<number>) => void,
) {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0]))
  const heights = useRef(new Map<number, number>())
  const heightOf = (n: number) => heights.current.get(n) ?? (pages[n]?.length ?? 0) * supposed

  const look = () => {
    const element = list.current
    const box = element?.getBoundingClientRect()
    // A list that is hidden has no size: nothing is known about what is near.
    if (!element || !box || box.width === 0) return
    for (const n of near) {
      const rows = element.querySelectorAll(`[data-page="${n}"]`)
      const [first, last] = [rows[0], rows[rows.length - 1]]
      if (first && last) {
        heights.current.set(n, last.getBoundingClientRect().bottom - first.getBoundingClientRect().top)
      } else if (pages[n]?.length === 0) heights.current.set(n, 0)
    }
    const found = new Set<number>()
    let top = box.top
    for (const n of pages.keys()) {
      const bottom = top + heightOf(n)
      if (bottom >= -around && top <= window.innerHeight + around) found.add(n)
      top = bottom
    }
    const focused = document.activeElement?.closest<HTMLElement>('[data-page]')
    const stays = [
      focused && element.contains(focused) ? Number(focused.dataset.page) : -1,
      pages.findIndex((rows) => rows.some((row) => keyOf(row) === kept)),
    ]
    for (const n of stays.filter((one) => one !== -1)) {
      for (const one of [n - 1, n, n + 1]) if (one in pages) found.add(one)
    }
    if (found.size === near.size && [...found].every((n) => near.has(n))) return
    setNear(found)
    onNear(found)
  }

  const latest = useRef(look)
  latest.current = look
  // After each render, because each may change the heights.
  useLayoutEffect(() => latest.current())
  useEffect(() => {
    let frame = 0
    const soon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        latest.current()
      })
    }
    // Scrolling does not bubble: caught on its way down, whichever element is scrolled.
    const options = { capture: true, passive: true }
    document.addEventListener('scroll', soon, options)
    document.addEventListener('focusin', soon)
    const sizes = new ResizeObserver(soon)
    if (list.current) sizes.observe(list.current)
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', soon, options)
      document.removeEventListener('focusin', soon)
      window.removeEventListener('resize', soon)
      sizes.disconnect()
    }
  }, [list])
  return { pages: near, heightOf }
}
