import { useSyncExternalStore } from 'react'

const media = typeof matchMedia === 'undefined' ? undefined : matchMedia('(min-width: 900px)')

function onChange(listener: () => void): () => void {
  media?.addEventListener('change', listener)
  return () => media?.removeEventListener('change', listener)
}

/** Whether the window is wide, as `wide:` in class names; follows its size. */
export const useWide = (): boolean => useSyncExternalStore(onChange, () => media?.matches ?? true)
