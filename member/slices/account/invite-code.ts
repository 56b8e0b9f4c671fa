import { local } from '@krapao/web/storage/stored.ts'

/**
 * The invite code of a link (`/register?code=PR…`), kept under `code` so that it survives until the registration
 * (product.md §5). Empty when there is none.
 */
export function inviteCode(): string {
  const given = new URLSearchParams(location.search).get('code')?.trim()
  if (given && given.length <= 64) local.keep('code', given)
  return local.read('code') ?? ''
}
