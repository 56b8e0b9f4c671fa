import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export type CampaignAnswer = AnswerOf<'GET /api/console/campaigns/:kind/:code'>
export type Campaign = CampaignAnswer['campaign']
export type Version = CampaignAnswer['versions'][number]

export const useCampaigns = (kind: Kind) =>
  useQuery({
    queryKey: ['campaigns', kind],
    queryFn: ({ signal }) => api('GET /api/console/campaigns/:kind', { params: { kind } }, { signal }),
  })

/** What waits for a second person, of every kind. */
export const useWaitingCampaigns = () =>
  useQuery({
    queryKey: ['campaigns', 'waiting versions'],
    queryFn: ({ signal }) => api('GET /api/console/campaigns', { signal }),
    select: ({ versions }) => versions,
  })

/** @param code undefined: there is none yet, and nothing is asked */
export const useCampaign = (kind: Kind, code: string | undefined) =>
  useQuery({
    queryKey: ['campaigns', kind, code],
    queryFn: ({ signal }) =>
      api('GET /api/console/campaigns/:kind/:code', { params: { kind, code: code ?? '' } }, { signal }),
    enabled: code !== undefined,
  })

/** What the house lets campaigns in a currency cost. */
export const useCeilings = (currency: Currency) =>
  useQuery({
    queryKey: ['campaigns', 'ceilings', currency],
    queryFn: ({ signal }) => api('GET /api/console/campaigns/ceilings', { query: { currency }, signal }),
  })

export const pathOf = ({ kind, code }: { kind: Kind; code: string }): string => `/campaigns/${kind}/${code}`
