import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Look } from '../operator/public.ts'

type Answer = AnswerOf<'GET /api/console/desk/:queue/:id'>
type Item = NonNullable<Answer['item']>

/**
 * What an operator sees of members in an item that waits: its own, those that verdicts name and those of what may be the
 * same money, and the picture.
 */
export const looksAt = ({ queue, id, member, verdicts, counterparts = [], picture }: Item): Look[] => [
  ...membersIn([member, ...[...verdicts, ...counterparts].map((one) => one.member)]),
  ...(picture === null ? [] : [{ picture: `${queue}:${id}`, memberId: member?._id ?? null }]),
]

/** The same of one item, waiting or decided. */
export function looksAtOne({ item, decision }: Answer): Look[] {
  if (item) return looksAt(item)
  const { member = null, counterparts = [] } = decision ?? {}
  return membersIn([member, ...counterparts.map((one) => one.member)])
}

const membersIn = (members: ({ _id: string } | null)[]): Look[] =>
  members.flatMap((one) => (one ? [{ memberId: one._id }] : []))
