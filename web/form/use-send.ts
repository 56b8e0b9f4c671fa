import { useRef, useState } from 'react'

/** Carries out one call at a time, and keeps what the last one was refused with. */
export function useSend() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const running = useRef(false)
  return {
    busy,
    /** What the last call threw; undefined while one is under way, and once one was carried out. */
    failure,
    /** The refusal no longer applies. */
    forget: (): void => setFailure(undefined),
    /** @returns whether it was carried out; false, too, if another one is under way */
    async send(act: () => Promise<unknown>): Promise<boolean> {
      if (running.current) return false
      running.current = true
      setBusy(true)
      setFailure(undefined)
      try {
        await act()
        return true
      } catch (error) {
        setFailure(error)
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}
