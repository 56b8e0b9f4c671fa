import type { AnswerOf } from '@krapao/contract/client.ts'
import { replaceAnswer } from '@krapao/web/api/replace-answer.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../frame/calls/api.ts'
import { type Ended, pendingKey, useEnded } from '../wallet/public.ts'

export const outcomesKey = ['outcome'] as const

type UnderWay = AnswerOf<'GET /api/wallet/pending'>

/** Marks outcomes as read, the named ones or all: at once on the screen, then at the server. */
export async function markRead(queries: QueryClient, ids?: string[]): Promise<void> {
  const isMeant = ({ _id }: { _id: string }) => ids === undefined || ids.includes(_id)
  // Also in place of an older answer that is on its way. If the server did not hear of it, it comes back as
  // unread.
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

/** Results that a view showed before their outcomes arrived: the key of the row, and whether it was done. */
const shown = new Map<string, boolean>()
/** More than this are those whose outcomes never come, such as ones that were read on another device. */
const maxShown = 50

/** Another result of the same row, such as a payment after its code had expired, is news. */
const wasShown = ({ source, result }: Ended): boolean =>
  source !== null && shown.get(source) === (result === 'DONE')

/** Marks what a view showed as read. */
function readShown(queries: QueryClient, ended: Ended[] = []): void {
  const seen = ended.filter(wasShown)
  if (seen.length === 0) return
  for (const { source } of seen) if (source !== null) shown.delete(source)
  markRead(
    queries,
    seen.map(({ _id }) => _id),
  )
}

/**
 * A view shows how this ended, so that it is no news any more, also if the outcome arrives after the view has
 * gone.
 * @param source the key of the row that was followed; undefined while it has not ended
 * @param isDone whether the view says that it was credited or paid
 */
export function useSeen(source: string | undefined, isDone: boolean): void {
  const queries = useQueryClient()
  const ended = useEnded().data?.ended
  useEffect(() => {
    if (source === undefined) return
    if (shown.size > maxShown) shown.clear()
    shown.set(source, isDone)
    readShown(queries, ended)
  }, [source, isDone, ended, queries])
}

/** Marks as read what a view showed, when its outcome arrives. */
export function useReadShown(): void {
  const queries = useQueryClient()
  const ended = useEnded().data?.ended
  useEffect(() => readShown(queries, ended), [ended, queries])
}
