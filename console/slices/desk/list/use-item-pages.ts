import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../app/api.ts'
import { usePolling } from '../../../app/live.ts'
import type { Item, QueueName } from '../queries.ts'
import type { Filter } from './list-filter.ts'
import { mendStarts, withoutRepeats } from './page-starts.ts'

/** What waits in a queue, loaded page by page as it is reached. */
export interface ItemPages {
  /** Each item once; undefined until the first page is there. */
  pages: Item[][] | undefined
  items: Item[] | undefined
  /** Of a filter: how many it finds. */
  found: { count: number } | null
  /** What the last attempt failed with; null: it did not. */
  failure: Error | null
  retry(): void
  /** Whether more follow than are loaded. */
  hasMore: boolean
  /**
   * Says which pages are near what is seen: those are kept current, and behind the last one the next is
   * loaded.
   */
  setNear(pages: ReadonlySet<number>): void
}

const beginning: ReadonlySet<number> = new Set([0])

export function useItemPages(queue: QueueName, filter: Filter): ItemPages {
  const of = JSON.stringify([queue, filter])
  const [kept, keep] = useState({ of, starts: [''] as readonly string[], near: beginning })
  const { starts, near } = kept.of === of ? kept : { starts: [''], near: beginning }
  const polling = usePolling()
  const results = useQueries({
    queries: starts.map((after, n) => ({
      queryKey: ['desk', 'items', queue, filter, after],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(
          'GET /api/console/desk/:queue',
          { params: { queue } },
          { query: { ...filter, after: after || undefined }, signal },
        ),
      enabled: near.has(n),
      ...polling,
      // An event reports what changes, so a page that is only scrolled past is not asked for again.
      staleTime: polling.refetchInterval,
    })),
  })
  const loaded = results.map(({ data }) => data)
  const mended = mendStarts(starts, loaded, near.has(starts.length - 1))
  useEffect(() => {
    if (mended !== starts) keep({ of, starts: mended, near })
  })
  const first = results[0]?.data
  const pages = first && withoutRepeats(loaded.map((page) => page?.items ?? []))
  const failed = results.find(({ error, isEnabled }) => error !== null && isEnabled)
  return {
    pages,
    items: pages?.flat(),
    found: first?.found ?? null,
    failure: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    hasMore: loaded.at(-1) === undefined || loaded.at(-1)?.next !== null,
    setNear: (next) =>
      keep((now) => (now.of === of ? { ...now, near: next } : { of, starts: [''], near: next })),
  }
}
