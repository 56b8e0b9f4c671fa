import { useEffect } from 'react'
import { brand } from './brand.ts'

let page = ''
let waiting = 0

function show(): void {
  const count = waiting > 0 ? `(${waiting}) ` : ''
  document.title = `${count}${page ? `${page} · ` : ''}${brand.name}`
}

/** Names the page in the tab and for screen readers: "Profile · Krapao". */
export function useTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}

/** How much waits, in front of the name: a tab in the background shows it. */
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
