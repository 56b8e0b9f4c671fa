import type { CallName } from '@krapao/contract/client.ts'
import { type ContractCalls, createClient } from '@krapao/web/api/client.ts'
import { upload } from '@krapao/web/api/upload.ts'
import { clearSession, readToken } from './session.ts'

/** Why a session ended, when the operator did not log out. */
export type Ending = 'expired' | 'inactive'

/** Opens the login page after a session was refused; the app sets this function, so that this file knows no router. */
export const leave: { toLogin(ending: Ending): void } = { toLogin() {} }

const tokenOfCall = (): string | undefined => readToken() ?? undefined

type Call = Extract<CallName, `${string} /api/console/${string}`>

/** A token that is no longer valid ends the session and leads to the login page. */
const client = createClient<ContractCalls<Call>>({
  token: tokenOfCall,
  refused(code, token) {
    // Only the refused session ends: several calls may fail at once, and a new session may have begun in between.
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

/** The console's calls. */
export const { api } = client

/** Calls with a file. */
export const sendForm = <N extends Call>(
  name: N,
  form: FormData,
  options: Parameters<typeof upload>[3] = {},
) => upload(client, name, form, options)
