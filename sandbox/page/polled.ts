import { useEffect, useRef, useState } from 'react'

const everyMs = 2_000

/**
 * Keeps a reading up to date every two seconds while the page is visible.
 * @param key what is read; another key starts anew, without the old value
 */
export function usePolled<Value>(key: string, read: () => Promise<Value>) {
  const [state, setState] = useState<{ key: string; value?: Value; failed: boolean }>({ key, failed: false })
  const [asked, setAsked] = useState(0)
  const reading = useRef(read)
  reading.current = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` reads again on demand
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = async () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') {
        try {
          const value = await reading.current()
          if (!isOver) setState({ key, value, failed: false })
        } catch {
          if (!isOver) setState((last) => ({ ...last, failed: true }))
        }
      }
      if (!isOver) timer = setTimeout(turn, everyMs)
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') turn()
    }
    document.addEventListener('visibilitychange', onVisible)
    turn()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [key, asked])

  return {
    value: state.key === key ? state.value : undefined,
    failed: state.failed,
    readNow: () => setAsked((n) => n + 1),
  }
}
