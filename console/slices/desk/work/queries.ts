import type { AnswerOf, BodyOf, ParamsOf } from '@krapao/contract/client.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { usePolling } from '../../../app/live.ts'
import { queries } from '../../../app/queries.ts'
import { sendOnce } from '../send/send-once.ts'

/** Items and conversations as operators share work on them. */

export type WorkQueue = ParamsOf<'PUT /api/console/desk/:queue/:id/claim'>['queue']
export interface Subject {
  queue: WorkQueue
  id: string
}
export type Claimed = AnswerOf<'GET /api/console/desk/claims'>[number]
export type Note = AnswerOf<'GET /api/console/desk/:queue/:id/notes'>['notes'][number]
export type About = Omit<AnswerOf<'GET /api/console/desk/:queue/:id/notes'>, 'notes' | 'next'>
export type WorkRow = AnswerOf<'GET /api/console/work/items'>['items'][number]
export type Colleague = AnswerOf<'GET /api/console/work/colleagues'>[number]
export type Shift = NonNullable<AnswerOf<'GET /api/console/shift'>['last']>
export type NextFilter = NonNullable<BodyOf<'POST /api/console/desk/:queue/next'>['filter']>
export type View = 'mine' | 'snoozed'

/** The page of a subject. */
export const pathOf = ({ queue, id }: Subject): string =>
  queue === 'chat' ? `/chats/${id}` : `/${queue}/${encodeURI(id)}`

/** Who looks at what; kept current. */
export const useClaims = () =>
  useQuery({
    queryKey: ['work', 'claims'],
    queryFn: ({ signal }) => api('GET /api/console/desk/claims', { signal }),
    ...usePolling(),
  })

/** How much the operator has to see to; kept current. */
export const useWork = () =>
  useQuery({
    queryKey: ['work', 'counts'],
    queryFn: ({ signal }) => api('GET /api/console/work', { signal }),
    ...usePolling(),
  })

/** The notes about a subject and its member, newest first, and who works on it; kept current. */
export const useNotes = (subject: Subject) =>
  useInfiniteQuery({
    queryKey: ['work', 'notes', subject.queue, subject.id],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/console/desk/:queue/:id/notes',
        { params: { queue: subject.queue, id: subject.id } },
        { query: { before: pageParam }, signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...usePolling(),
  })

/** Who works in the console at present. */
export const useColleagues = () =>
  useQuery({
    queryKey: ['colleagues'],
    queryFn: ({ signal }) => api('GET /api/console/work/colleagues', { signal }),
    staleTime: 60_000,
  })

/** What was given to the operator, or all that is snoozed, in pages. */
export const useWorkItems = (view: View) =>
  useInfiniteQuery({
    queryKey: ['work', 'items', view],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/work/items', { query: { view, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...usePolling(),
  })

/** Notes that the operator is to read, newest first, in pages. */
export const useMentions = () =>
  useInfiniteQuery({
    queryKey: ['work', 'mentions'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/work/mentions', { query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...usePolling(),
  })

/** The operator's shift, and the one that was closed last. */
export const useShift = () =>
  useQuery({
    queryKey: ['work', 'shift'],
    queryFn: ({ signal }) => api('GET /api/console/shift', { signal }),
    ...usePolling(),
  })

/** Closed shifts of everybody, newest first, in pages. */
export const useShifts = (enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['work', 'shifts'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/shifts', { query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled,
  })

/** Carries out an own change, and asks again for everything that work together changes. */
export async function changeWork<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } finally {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['work'] }),
      queries.invalidateQueries({ queryKey: ['desk'] }),
      queries.invalidateQueries({ queryKey: ['chats'] }),
    ])
  }
}

/**
 * Claims the first free subject of a queue, as the operator's list has it. @returns its id; undefined if
 * nothing is free
 */
export async function takeNext(
  queue: WorkQueue,
  asked: BodyOf<'POST /api/console/desk/:queue/next'>,
): Promise<string | undefined> {
  const { id } = await sendOnce([queue, 'next', asked], (idempotencyKey) =>
    api('POST /api/console/desk/:queue/next', { params: { queue }, ...asked }, { idempotencyKey }),
  )
  return id ?? undefined
}
