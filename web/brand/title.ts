import { useEffect } from 'react'
import { brand } from './brand.ts'

let page = ''
let waiting = 0

function show(): void {
  const count = waiting > 0 ? `(${waiting}) ` : ''
  document.title = `${count}${page ? `${page} · ` : ''}${brand.name}`
}

/** Sets the title of the tab, which screen readers read: "Profile · Krapao". */
export function useTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}

/** Shows the number of waiting items before the title, which is visible while the tab is in the background. */
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
