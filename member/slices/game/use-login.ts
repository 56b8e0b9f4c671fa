import type { AnswerOf } from '@krapao/contract/client.ts'
import type { GameCode } from '@krapao/contract/game.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

/** A member's login at a provider. */
export type GameLogin = AnswerOf<'GET /api/wallet/account/:code'>

export const loginKey = (code: GameCode) => ['game-login', code] as const

/** Username and password of an open account; removed from memory when the modal is closed. */
export const useLogin = (code: GameCode) =>
  useQuery({
    queryKey: loginKey(code),
    queryFn: ({ signal }) => api('GET /api/wallet/account/:code', { params: { code } }, { signal }),
    gcTime: 0,
  })
