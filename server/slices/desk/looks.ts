import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Look } from '../operator/public.ts'

type Answer = AnswerOf<'GET /api/console/desk/:queue/:id'>
type Item = NonNullable<Answer['item']>

/**
 * The members and pictures that an operator sees in a waiting item: its own member, those named by votes,
 * those of possible duplicates, and the picture.
 */
export const looksAt = ({ queue, id, member, votes, counterparts = [], picture }: Item): Look[] => [
  ...membersIn([member, ...[...votes, ...counterparts].map((part) => part.member)]),
  ...(picture === null ? [] : [{ picture: `${queue}:${id}`, memberId: member?._id ?? null }]),
]

/** The same for one item, waiting or decided. */
export function looksAtOne({ item, decision }: Answer): Look[] {
  if (item) return looksAt(item)
  const { member = null, counterparts = [] } = decision ?? {}
  return membersIn([member, ...counterparts.map((counterpart) => counterpart.member)])
}

/** The same for the members that the evidence names, and the pictures of equal slips. */
export const looksIn = ({
  members = [],
  paidFor = [],
  reports = [],
  slips = [],
  sharers = [],
}: AnswerOf<'GET /api/console/desk/:queue/:id/evidence'>): Look[] => [
  ...membersIn([...members, ...paidFor, ...reports, ...slips, ...sharers].map(({ member }) => member)),
  ...slips.flatMap(({ _id, member, picture }) =>
    picture === null ? [] : [{ picture: `slip:${_id}`, memberId: member._id }],
  ),
]

const membersIn = (members: ({ _id: string } | null)[]): Look[] =>
  members.flatMap((member) => (member ? [{ memberId: member._id }] : []))

/** The members of rows that name one, of each once. */
export const looksAtMembers = (rows: { member: { _id: string } | null }[]): Look[] =>
  membersIn([...new Map(rows.map(({ member }) => [member?._id, member])).values()])
