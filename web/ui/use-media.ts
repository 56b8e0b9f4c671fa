import { useSyncExternalStore } from 'react'

/** Whether a media query holds; follows it. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )

/** Whether the window is wide, as `wide:` in class names; follows its size. */
export const useWide = (): boolean => useMedia('(min-width: 900px)')
