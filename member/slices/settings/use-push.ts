import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { pushState, switchOff, switchOn } from './push.ts'

/** Of the answer of GET /api/push/settings in the cache. */
export const settingsKey = ['push', 'settings']
const stateKey = ['push', 'state']

/** What the server says of the member's messages, and whether this browser takes them. */
export function usePush() {
  const given = useQuery({ queryKey: settingsKey, queryFn: () => api('GET /api/push/settings') })
  const memberId = given.data?.memberId
  const state = useQuery({
    queryKey: [...stateKey, memberId],
    queryFn: () => pushState(memberId ?? ''),
    enabled: memberId !== undefined,
  })
  return { given, state: state.data }
}

/** Switches this browser's messages on and off; by a press only. */
export function useSwitch(
  { memberId, publicKey }: { memberId: string; publicKey: string },
  onFail: () => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => (on ? switchOn(memberId, publicKey) : switchOff()),
    onSuccess: (next) => queries.setQueryData([...stateKey, memberId], next),
    onError: () => {
      onFail()
      queries.invalidateQueries({ queryKey: stateKey })
    },
  })
}
