import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { type RefObject, useEffect } from 'react'
import { useKeys } from '../../../app/keys.tsx'

/**
 * j and k move through the links of a list, also from the item beside it, and so do the arrow keys inside of
 * the list; elsewhere these scroll, as usual. Enter then opens the link.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const { t } = useTranslation()
  useKeys(t('desk.title'), [
    { key: 'j', label: t('desk.key.down'), run: () => move(list.current, 1) },
    { key: 'k', label: t('desk.key.up'), run: () => move(list.current, -1) },
  ])
  useEffect(() => {
    const byArrow = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step || !list.current?.contains(document.activeElement)) return
      if (document.querySelector('dialog[open]')) return
      if (move(list.current, step)) event.preventDefault()
    }
    document.addEventListener('keydown', byArrow)
    return () => document.removeEventListener('keydown', byArrow)
  }, [list])
}

/**
 * Moves the focus by one link, from the focused one or else from the one whose item is open. @returns whether
 * it moved
 */
function move(list: HTMLElement | null, step: number): boolean {
  const links = [...(list?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
  const focused = links.indexOf(document.activeElement as HTMLElement)
  const at =
    focused === -1 ? links.findIndex((link) => link.getAttribute('aria-current') === 'true') : focused
  const next = links[at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}
