import type { AnswerOf } from '@krapao/contract/client.ts'
import { paging } from '@krapao/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../frame/calls/api.ts'

export type Slip = AnswerOf<'POST /api/statement/slip'>['slips'][number]

export const slipsKey = ['deposit', 'slips'] as const

/** The number of newest slips that are loaded. */
export const readSlips = ({ signal }: { signal?: AbortSignal } = {}) =>
  api('POST /api/statement/slip', { page: 1, limit: paging.slips }, { signal })

/**
 * The newest slips, updated through the socket; while one is being checked they are also polled, in case the
 * socket is down.
 */
export const useSlips = () =>
  useQuery({
    queryKey: [...slipsKey, 'newest'],
    queryFn: readSlips,
    refetchInterval: ({ state }) =>
      state.data?.slips.some(({ status }) => status === 'PENDING') ? 5000 : false,
  })

/** The limits that a slip form shows before a picture is chosen. */
export const useSlipRules = () =>
  useQuery({
    queryKey: ['deposit', 'slip-rules'],
    queryFn: () => api('GET /api/lookup/slip'),
  })
