import { beforeReload } from '@krapao/web/parts/load-part.ts'
import { session } from '@krapao/web/storage/stored.ts'
import { useEffect, useRef } from 'react'
import type { Draft } from './wizard.ts'

/**
 * Where a registration waits while the page is reloaded for a new release; at no other time anybody could
 * find it there.
 */
const entry = 'registration'

/** What was typed before the app itself reloaded the page, without the password; empty otherwise. */
export function draftBeforeReload(): Partial<Draft> {
  try {
    return (JSON.parse(session.read(entry) ?? '{}') as Partial<Draft> | null) ?? {}
  } catch {
    return {}
  }
}

/** Keeps a draft over a reload that the app itself makes. */
export function useDraftOverReload(draft: Draft): void {
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    session.remove(entry)
    return beforeReload(() => {
      const { password: _password, confirm: _confirm, ...typed } = latest.current
      session.keep(entry, JSON.stringify(typed))
    })
  }, [])
}
