import { maskedNumber } from '@krapao/contract/masked-number.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../../app/api.ts'
import type { Item, Member } from '../queries.ts'

/** A number that is masked to some roles: one of a member, or of an item's facts. */
export type NumberOf =
  | { member: Pick<Member, '_id' | 'name'>; field: 'username' | 'bankAccountNo' }
  | { item: Pick<Item, 'queue' | 'id'>; label: string }

/**
 * The whole number behind a mask, once somebody has asked for it by a button; each time is recorded. All that
 * shows numbers of one member or item on a page shows them then; on another page they are masked again.
 */
export function useNumbers(of: NumberOf, masked: string) {
  const [page] = useLocation()
  const subject = 'member' in of ? of.member._id : `${of.item.queue}:${of.item.id}`
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['numbers', page, subject],
    queryFn: () => numbersOf(of),
    enabled: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Forgotten as soon as nothing of the page shows it.
    gcTime: 0,
  })
  const found = data?.[keyOf(of)]
  // The number may have changed since it was shown.
  const whole = found !== undefined && maskedNumber(found) === masked ? found : undefined
  return { whole, error, isFetching, show: () => refetch() }
}

const keyOf = (of: NumberOf): string => ('member' in of ? of.field : of.label)

async function numbersOf(of: NumberOf): Promise<Record<string, string>> {
  if ('member' in of) return api('POST /api/console/members/:id/numbers', { params: { id: of.member._id } })
  const { queue, id } = of.item
  const { numbers } = await api('POST /api/console/desk/:queue/:id/numbers', { params: { queue, id } })
  return Object.fromEntries(numbers.map(({ label, value }) => [label, value]))
}
