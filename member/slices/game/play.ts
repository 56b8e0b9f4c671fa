import { ApiError } from '@krapao/web/api/client.ts'
import { api } from '../../frame/calls/api.ts'
import type { GameAccount } from '../wallet/public.ts'
import type { GameLogin } from './use-login.ts'

/** An absolute http(s) address; undefined for anything else (`javascript:` and the like). */
export function webLink(link: string | null, base: string): string | undefined {
  if (!link) return undefined
  try {
    const url = new URL(link, base)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}

/**
 * The link that enters a game: by auto-login if the provider has one, else its web page, which is also the
 * substitute when auto-login fails.
 * @throws ApiError
 */
export async function playLink(slot: GameAccount, login: GameLogin): Promise<string> {
  const web = webLink(slot.web, location.href)
  if (!slot.autoLogin) {
    if (web) {
      await notePlayed(slot)
      return web
    }
    throw new ApiError('SLOT_LOGIN_FAIL', 502)
  }
  const { provider, withPassword } = slot.autoLogin
  const { username, password } = login
  try {
    const { link } = withPassword
      ? await api('GET /api/autoLogin/:provider/:username/:password', {
          params: { provider, username, password },
        })
      : await api('GET /api/autoLogin/:provider/:username', { params: { provider, username } })
    const safe = webLink(link, location.href)
    if (safe) return safe
  } catch (error) {
    if (!web || !(error instanceof ApiError) || error.code !== 'SLOT_LOGIN_FAIL') throw error
  }
  if (web) return web
  throw new ApiError('SLOT_LOGIN_FAIL', 502)
}

/**
 * Reports that a game is entered by its web page, which no other call shows. It is waited for, because
 * leaving the page would end the call, but not for long, and a failure keeps nobody out.
 */
const notePlayed = ({ code }: GameAccount): Promise<unknown> =>
  api('PUT /api/wallet/played/:code', { params: { code } }, { signal: AbortSignal.timeout(2000) }).catch(
    () => {},
  )
