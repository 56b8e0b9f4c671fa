import { local } from '@krapao/web/storage/stored.ts'
import { useSyncExternalStore } from 'react'

/** What a person sets for this browser, whoever is logged in. */
export interface Preferences {
  /** Light, dark, or as the phone is set. */
  theme: 'system' | 'light' | 'dark'
  /** Size of letters in percent of what the browser is set to. */
  textSize: 100 | 115 | 130 | 150
  /** Whether amounts of the wallet are hidden until they are asked for. */
  hideBalance: boolean
}

const defaults: Preferences = { theme: 'system', textSize: 100, hideBalance: false }
const key = 'preferences'
const listeners = new Set<() => void>()
let current = read()

/** Broken or foreign values count as unset. */
function read(): Preferences {
  try {
    const kept: Partial<Preferences> = JSON.parse(local.read(key) ?? '{}') ?? {}
    return {
      theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : defaults.theme,
      textSize: kept.textSize && [115, 130, 150].includes(kept.textSize) ? kept.textSize : defaults.textSize,
      hideBalance: kept.hideBalance === true,
    }
  } catch {
    return defaults
  }
}

export const preferences = (): Preferences => current

/** Changes some values, in every tab of this browser. */
export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...current, ...changes }
  local.keep(key, JSON.stringify(current))
  for (const listener of listeners) listener()
}

/** Calls `listener` at every change, also one made in another tab. @returns the function that ends it */
export function onPreferences(listener: () => void): () => void {
  const changedElsewhere = (event: StorageEvent) => {
    if (event.key !== key) return
    current = read()
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', changedElsewhere)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', changedElsewhere)
  }
}

export const usePreferences = (): Preferences => useSyncExternalStore(onPreferences, preferences)
