import type { CallName } from '@krapao/contract/client.ts'
import { createClient } from '@krapao/web/api/client.ts'
import { clearSession, readToken } from './session.ts'

/** Why a session ended without the person's own doing. */
export type Ending = 'expired' | 'inactive'

/** Where a refused session leads; the app sets it, so that this file knows no router. */
export const leave: { toLogin(ending: Ending): void } = { toLogin() {} }

const tokenOfCall = (): string | undefined => readToken() ?? undefined

/** The console's calls. A token that is no longer valid ends the session and leads to the login page. */
export const { api } = createClient<Extract<CallName, `${string} /api/console/${string}`>>({
  token: tokenOfCall,
  refused(code, token) {
    // Only the session that was refused ends: several calls may fail at once, and a new session may have begun.
    const isOver = code === 'invalid-token' || (code === 'INACTIVE_USER' && token !== undefined)
    if (!isOver || token !== tokenOfCall()) return
    clearSession()
    leave.toLogin(code === 'INACTIVE_USER' ? 'inactive' : 'expired')
  },
  watch: () => ({
    answered() {},
    lost: ({ method }) => (method === 'GET' ? 'UNREACHED' : 'NETWORK'),
  }),
})
