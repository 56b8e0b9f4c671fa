import { ApiError } from '@krapao/web/api/client.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'

/** Where the code waits until the registration (product.md §5). */
const entry = 'code'

/** The invite code of a link (`/register?code=PR…`), or of an earlier visit's; empty when there is none. */
function inviteCode(): string {
  const given = new URLSearchParams(location.search).get('code')?.trim()
  if (given && given.length <= 64) local.keep(entry, given)
  return local.read(entry) ?? ''
}

export const forgetInviteCode = (): void => local.remove(entry)

/** @throws ApiError `INVALID_USER_INFO` where nobody has the code */
const check = (code: string) => api('POST /api/account/invite-code', { inviteCode: code })

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'INVALID_USER_INFO'

/**
 * Refuses a code that was typed in and that nobody has. Without an answer about it the registration goes on:
 * its own answer says the same.
 * @throws ApiError `INVALID_USER_INFO`
 */
export async function refuseUnknown(code: string): Promise<void> {
  if (code === '') return
  await check(code).catch((error) => {
    if (isUnknown(error)) throw error
  })
}

/** Whether a member has the code. */
const isMembers = (code: string): Promise<boolean> =>
  check(code).then(
    () => true,
    (error) => {
      if (isUnknown(error)) return false
      throw error
    },
  )

/** The code that came with a link. Before its check is answered it is neither known nor unknown. */
export interface Invited {
  /** Empty without a link. */
  code: string
  /** A member has it. */
  isKnown: boolean
  /** Nobody has it. */
  isUnknown: boolean
}

/** The code that came with a link, checked as soon as the page is open. */
export function useInviteCode(): Invited {
  const [code] = useState(inviteCode)
  // That nobody has the code is an answer and no error: an error is forgotten while the check is repeated.
  const { data } = useQuery({
    queryKey: ['invite-code', code],
    queryFn: () => isMembers(code),
    enabled: code !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { code, isKnown: data === true, isUnknown: data === false }
}
