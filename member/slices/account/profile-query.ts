import { useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

/** The logged-in member; `wallet` has the wallet's balances. */
export const profileKey = ['profile'] as const
export const useProfile = () =>
  useQuery({ queryKey: profileKey, queryFn: () => api('GET /api/account/profile') })
