import { type RefObject, useEffect } from 'react'

const typing = 'input, textarea, select, [contenteditable]'

/**
 * j, k and the arrow keys move through the links of a list, if the focus is in the list, in the item beside it, or
 * nowhere. Enter then opens the link, as usual.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  around: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const inList = list.current?.contains(document.activeElement) ?? false
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
      // Outside the list the arrow keys scroll, as usual.
      if (!step || (isArrow && !inList)) return
      const focus = document.activeElement
      const isOurs = focus === document.body || around.current?.contains(focus)
      if (!isOurs || focus?.matches(typing) || document.querySelector('dialog[open]')) return
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
      const at = inList
        ? links.indexOf(focus as HTMLElement)
        : links.findIndex(
            (link) => link.ariaCurrent === 'true' || link.getAttribute('aria-current') === 'true',
          )
      const next = links[at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [list, around])
}
