import { useEffect, useState } from 'react'
import { serverNow } from '../calls/server-time.ts'
import { secondsUntil } from './countdown.ts'

/** Seconds until a time, updated each second down to 0; 0 without a time. */
export function useCountdown(time: string | null): number {
  const [now, setNow] = useState(serverNow)
  const left = time ? secondsUntil(time, now) : 0
  const running = left > 0
  useEffect(() => {
    if (!time || !running) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [time, running])
  return left
}
