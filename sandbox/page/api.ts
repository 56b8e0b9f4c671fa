import { createClient } from '@krapao/web/api/client.ts'
import type { SandboxCalls } from '../wire.ts'

/** The game ticket in the page's address; empty on the page of devices. */
const ticket = new URLSearchParams(location.search).get('ticket') ?? undefined

/** Calls the sandbox's server. @throws ApiError */
export const { api } = createClient<SandboxCalls>({
  token: () => ticket,
  refused() {},
  watch: () => ({ answered() {}, lost: () => 'NETWORK' }),
})
