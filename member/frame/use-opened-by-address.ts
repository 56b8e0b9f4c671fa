import { settled } from '@krapao/web/ui/back-button.ts'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'

/**
 * Passes on what the page's address asks for by `?{name}={value}`. The parameter is taken out of the address
 * first, so that neither a reload nor the back button asks for it again.
 */
export function useAskedByAddress(name: string, ask: (value: string) => void): void {
  const [search, setSearch] = useSearchParams()
  const value = search.get(name)
  const pass = useEffectEvent((value: string) => {
    const rest = new URLSearchParams(search)
    rest.delete(name)
    setSearch(rest, { replace: true })
    ask(value)
  })
  useEffect(() => {
    if (value === null) return
    let left = false
    // Another sheet may be closing, whose history entry must be given back before the address changes.
    settled().then(() => left || pass(value))
    return () => {
      left = true
    }
  }, [value])
}

/**
 * Opens what the page's address asks for by `?open={name}`: shortcuts on a home screen and messages lead
 * here.
 */
export const useOpenedByAddress = (opens: Readonly<Record<string, () => void>>): void =>
  useAskedByAddress('open', (name) => {
    if (Object.hasOwn(opens, name)) opens[name]?.()
  })
