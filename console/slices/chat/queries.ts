import type { AnswerOf, QueryOf } from '@krapao/contract/client.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { usePolling } from '../../app/live.ts'

export type StaffChat = AnswerOf<'GET /api/console/chats'>['chats'][number]
export type View = QueryOf<'GET /api/console/chats'>['view']
export type Counted = AnswerOf<'GET /api/console/chats/waiting'>

export const views: View[] = ['waiting', 'mine', 'all']
/** The shortest search. */
export const minSearch = 3

/** How many customers wait, and whether the staff answer now; kept current. */
export const useChatCount = () =>
  useQuery({
    queryKey: ['chats', 'count'],
    queryFn: ({ signal }) => api('GET /api/console/chats/waiting', { signal }),
    ...usePolling(),
  })

/** The conversations of a view, in pages; the pages that are shown are kept current. */
export const useChats = (view: View, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['chats', 'list', view],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/chats', { query: { view, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled,
    ...usePolling(),
  })

/** Conversations of the members that a search finds; no search below three characters. */
export const useFoundChats = (search: string) =>
  useQuery({
    queryKey: ['found-chats', search],
    queryFn: ({ signal }) => api('GET /api/console/chats/find', { query: { search }, signal }),
    enabled: search.length >= minSearch,
    staleTime: 10_000,
  })

/** Who may answer. */
export const useAnswerers = () =>
  useQuery({
    queryKey: ['answerers'],
    queryFn: ({ signal }) => api('GET /api/console/chats/operators', { signal }),
    staleTime: 60_000,
  })

export const repliesKey = ['chat-replies']

/** The canned replies. @param enabled whether they are shown */
export const useReplies = (enabled: boolean) =>
  useQuery({
    queryKey: repliesKey,
    queryFn: ({ signal }) => api('GET /api/console/chat-replies', { signal }),
    staleTime: 30_000,
    enabled,
  })

export type Bot = AnswerOf<'GET /api/console/chat-bot'>
export const botKey = ['chat-bot']

/** What the bot says. @param version undefined: the newest */
export const useBot = (version: number | undefined) =>
  useQuery({
    queryKey: [...botKey, version ?? 'newest'],
    queryFn: ({ signal }) =>
      api('GET /api/console/chat-bot', {
        query: version === undefined ? {} : { version: String(version) },
        signal,
      }),
  })

/** Who changed the bot and when, newest first, in pages. */
export const useBotVersions = () =>
  useInfiniteQuery({
    queryKey: [...botKey, 'versions'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/console/chat-bot/versions', { query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/** Where the conversation as the list shows it is kept; `staff-calls.ts` puts it there. */
export const chatKey = (id: string): string[] => ['chat', id]
