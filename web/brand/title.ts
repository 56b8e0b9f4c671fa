import { useEffect } from 'react'
import { plainText } from '../i18n/plain-text.ts'
import { brand } from './brand.ts'

let page = ''
let waiting = 0

function show(): void {
  const count = waiting > 0 ? `(${waiting}) ` : ''
  // A tab, a bookmark and the history are searched by what is typed.
  document.title = plainText(`${count}${page ? `${page} · ` : ''}${brand.name}`)
}

/** Sets the title of the tab, which screen readers read: "Profile · Krapao". */
export function useTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}

/**
 * Shows the number of waiting items before the title, which is visible while the tab is in the background.
 */
export function useTitleCount(count: number): void {
  useEffect(() => {
    waiting = count
    show()
    return () => {
      waiting = 0
      show()
    }
  }, [count])
}
