import { useEffect, useState } from 'react'
import { api } from './api.ts'
import { lastUse, onPersonDid, useEvery } from './use.ts'

/**
 * Seconds: before the end of the session it is announced, and the server may have stored a use as much
 * earlier.
 */
const seconds = { warn: 120, stored: 60, tick: 10 }

/**
 * When the session ends because nobody does anything here; undefined while that is not near. Whoever does
 * something keeps the session open: also by a call where the page makes none by itself.
 * @param idleMinutes undefined: nobody is logged in
 */
export function useIdleEnd(idleMinutes: number | undefined): Date | undefined {
  const [endsAt, setEndsAt] = useState<Date>()
  useEffect(() => {
    if (idleMinutes === undefined) return
    const look = () => {
      const end = lastUse() + (idleMinutes * 60 - seconds.stored) * 1000
      const left = (end - Date.now()) / 1000
      setEndsAt(left < seconds.warn ? new Date(end) : undefined)
      // If the session has ended, the refusal leads to the login page; it may have been used in another tab.
      if (left <= 0) api('GET /api/console/me').catch(() => {})
    }
    const stop = onPersonDid(() => {
      if (Date.now() - lastUse() > useEvery) api('GET /api/console/me').catch(() => {})
      setEndsAt(undefined)
    })
    const timer = setInterval(look, seconds.tick * 1000)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [idleMinutes])
  return endsAt
}
