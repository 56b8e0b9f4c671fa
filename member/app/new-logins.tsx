import { useEffect, useState } from 'react'
import { api } from '../frame/calls/api.ts'
import { plain } from '../frame/load/lazy.tsx'
import { type Part, partOf } from '../frame/load/part.tsx'
import { whenIdle } from '../frame/load/when-idle.ts'
import type { NewLogin } from '../slices/account/new-login-note.tsx'

/** Loaded when there is something to ask, so that other members pay for the question only. */
const Note: Part<{ login: NewLogin | undefined; onAnswered(id: string): void }> = partOf(
  plain(['account', 'account/person'], () => import('../slices/account/new-login-note.tsx')),
  { waiting: () => null, failed: () => null },
)

/** Logins from new devices that the member is asked about, one after the other (rules.md §2.9). */
export function NewLogins() {
  const [logins, setLogins] = useState<NewLogin[]>()

  useEffect(() => {
    const load = () =>
      api('GET /api/account/logins/new').then(
        (found) => setLogins((before) => (before || found.logins.length > 0 ? found.logins : before)),
        // It is asked again the next time.
        () => {},
      )
    const cancel = whenIdle(load)
    addEventListener('new-login', load)
    return () => {
      cancel()
      removeEventListener('new-login', load)
    }
  }, [])

  return (
    logins && (
      <Note
        login={logins[0]}
        onAnswered={(id) => setLogins((before) => before?.filter(({ _id }) => _id !== id))}
      />
    )
  )
}
