import type { AnswerOf } from '@krapao/contract/client.ts'
import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

export type Invites = AnswerOf<'POST /api/invite'>
/** What a friend brought on one day; amounts in baht or kip. */
export type Invite = Invites['invites'][number]

export const inviteKey = ['invite'] as const

/** A page of what the friends brought; the old page stays until the new one has arrived. */
export function useInvites(page: number) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: [...inviteKey, 'page', page, i18n.language],
    queryFn: ({ signal }) => api('POST /api/invite', { page, limit: paging.invites }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The banners of the campaign, in the current language. */
export function useInviteBanners() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: [...inviteKey, 'banners', i18n.language],
    queryFn: ({ signal }) => api('GET /api/invite/banners', { signal }),
    staleTime: 300_000,
  })
}

/** The link by which friends register (product.md §2 Modals). @param origin of the app's address */
export const inviteLink = (origin: string, profileId: string): string =>
  `${origin}/register?code=PR${encodeURIComponent(profileId)}`
