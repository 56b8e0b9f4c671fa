import { useMedia } from './motion.ts'

/** Whether the window has two columns, as `wide:` in class names; follows its size. */
export const useWide = (): boolean => useMedia('(min-width: 900px)')
