import type { AnswerOf } from '@krapao/contract/client.ts'
import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../frame/calls/api.ts'

/** What can be claimed, and how it was calculated; amounts in baht or kip. */
export type RefundCheck = AnswerOf<'GET /api/refund/check'>
export type RefundDay = RefundCheck['days'][number]

export const refundKey = ['refund'] as const

export function useRefundCheck() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: [...refundKey, 'check', i18n.language],
    queryFn: ({ signal }) => api('GET /api/refund/check', { signal }),
  })
}

/** A page of claims; the old page stays until the new one has arrived. */
export const useRefunds = (page: number) =>
  useQuery({
    queryKey: [...refundKey, 'page', page],
    queryFn: ({ signal }) => api('POST /api/refund', { page, limit: paging.refunds }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The banners of the campaign, in the current language. */
export function useRefundBanners() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: [...refundKey, 'banners', i18n.language],
    queryFn: ({ signal }) => api('GET /api/refund/banners', { signal }),
    staleTime: 300_000,
  })
}
