import type { CallName } from '@krapao/contract/client.ts'
import { ApiError, type ContractCalls, createClient } from '@krapao/web/api/client.ts'
import { upload } from '@krapao/web/api/upload.ts'
import { prove } from './prove.ts'
import { clearSession, readToken } from './session.ts'
import { headersOfUse } from './use.ts'

/** Why a session ended, when the operator did not log out. */
export type Ending = 'expired' | 'inactive'

/**
 * Opens the login page after a session was refused; the app sets this function, so that this file knows no
 * router.
 */
export const leave: { toLogin(ending: Ending): void } = { toLogin() {} }

const tokenOfCall = (): string | undefined => readToken() ?? undefined

type Call = Extract<CallName, `${string} /api/console/${string}`>

/** A token that is no longer valid ends the session and leads to the login page. */
const client = createClient<ContractCalls<Call>>({
  token: tokenOfCall,
  headers: headersOfUse,
  refused(code, token) {
    // Only the refused session ends: several calls may fail at once, and a new session may have begun in
    // between.
    const isOver = code === 'invalid-token' || (code === 'INACTIVE_USER' && token !== undefined)
    if (!isOver || token !== tokenOfCall()) return
    clearSession()
    leave.toLogin(code === 'INACTIVE_USER' ? 'inactive' : 'expired')
  },
  watch: () => ({
    answered() {},
    lost: ({ isReading }) => (isReading ? 'UNREACHED' : 'NETWORK'),
  }),
})

/**
 * The console's calls. Where one has to be proved again, the operator is asked, and the same call is sent
 * once more.
 */
export const api = (async (...call: unknown[]) => {
  const send = client.api as (...call: unknown[]) => Promise<unknown>
  try {
    return await send(...call)
  } catch (error) {
    const asks = error instanceof ApiError && error.code === 'CONFIRM_IDENTITY'
    if (!asks || !(await prove.ask())) throw error
    return send(...call)
  }
}) as typeof client.api

/** Calls with a file. */
export const sendForm = <N extends Call>(
  name: N,
  form: FormData,
  options: Parameters<typeof upload>[3] = {},
) => upload(client, name, form, options)
