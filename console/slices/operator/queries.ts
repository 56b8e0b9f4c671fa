import type { AnswerOf } from '@krapao/contract/client.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export type StaffRequest = AnswerOf<'GET /api/console/staff/requests'>[number]

/** What waits for another owner; a change is announced by the socket. */
export const useStaffRequests = () =>
  useQuery({
    queryKey: ['staff', 'requests'],
    queryFn: ({ signal }) => api('GET /api/console/staff/requests', { signal }),
  })
