import type { AnswerOf } from '@krapao/contract/client.ts'
import { replaceAnswer } from '@krapao/web/api/replace-answer.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../app/api.ts'
import { pendingKey, useEnded } from '../wallet/public.ts'

export const outcomesKey = ['outcome'] as const

type UnderWay = AnswerOf<'GET /api/wallet/pending'>

/** Marks outcomes as read, the named ones or all: at once on the screen, then at the server. */
async function markRead(queries: QueryClient, ids?: string[]): Promise<void> {
  const isMeant = ({ _id }: { _id: string }) => ids === undefined || ids.includes(_id)
  // Also in place of an older answer that is on its way. If the server did not hear of it, it comes back as unread.
  await replaceAnswer<UnderWay>(
    queries,
    pendingKey,
    (known) =>
      known && {
        ...known,
        ended: known.ended.filter((one) => !isMeant(one)),
        unread: ids === undefined ? 0 : Math.max(0, known.unread - ids.length),
      },
    () => api('POST /api/outcomes/read', ids === undefined ? {} : { ids }),
  )
  queries.invalidateQueries({ queryKey: outcomesKey })
}

export function useMarkRead(): (ids?: string[]) => Promise<void> {
  const queries = useQueryClient()
  return (ids) => markRead(queries, ids)
}

/** A view shows how this ended, so that it is no news any more. @param source the key of the row that was followed */
export function useSeen(source: string | undefined): void {
  const queries = useQueryClient()
  const id = useEnded().data?.ended.find((one) => source !== undefined && one.source === source)?._id
  useEffect(() => {
    if (id !== undefined) markRead(queries, [id])
  }, [id, queries])
}
