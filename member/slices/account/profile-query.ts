import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

/** The calling member; `wallet` figures are the wallet's. */
export const profileKey = ['profile'] as const
export const useProfile = () =>
  useQuery({ queryKey: profileKey, queryFn: () => api('GET /api/account/profile') })
