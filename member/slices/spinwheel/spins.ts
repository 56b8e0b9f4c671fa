import type { AnswerOf } from '@krapao/contract/client.ts'
import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'
import { wheelKey } from './wheel.ts'

/** A past spin with what it can be calculated from again. */
export type PastSpin = AnswerOf<'POST /api/spinwheel/spins'>['spins'][number]

/** A page of the member's past spins, newest first; the old page stays until the new one has arrived. */
export function useSpins(page: number) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: [...wheelKey, 'spins', i18n.language, page],
    queryFn: ({ signal }) => api('POST /api/spinwheel/spins', { page, limit: paging.spins }, { signal }),
    placeholderData: keepPreviousData,
  })
}
