import { expect, it } from 'vitest'
import type { Item } from '../queries.ts'
import { type Choice, isQuick, onlyFit, stepOf } from './votes.ts'

const member = { _id: 'aaaaaaaaaaaa', bankAccountName: 'SOMYING JAIDEE' } as NonNullable<Item['member']>
const other = { ...member, _id: 'bbbbbbbbbbbb' }
const stranger = { ...member, bankAccountName: 'SOMCHAI KAEWTA' }
const item = (needed: [number, number], ...votes: object[]) =>
  ({
    queue: 'bank-transfer',
    member: null,
    evidence: [{ label: 'fromName', value: 'SOMYING J' }],
    approvalsNeeded: needed[0],
    refusalsNeeded: needed[1],
    votes,
  }) as unknown as Item
const said = (choice: Choice, member: Item['member'] = null, amount: number | null = null) => ({
  choice,
  member,
  amount,
})
const vote = (choice: Choice, of: { member?: typeof member; amount?: number; counts?: false } = {}) => ({
  choice,
  counts: true,
  member: null,
  amount: null,
  transferId: null,
  ...of,
})

it.each([
  ['one suffices', item([1, 1]), said('approve'), 'alone'],
  ['the first approval', item([2, 1]), said('approve'), 'first'],
  ['a refusal of what merely waits', item([2, 1]), said('refuse'), 'alone'],
  ['the first refusal', item([2, 2]), said('refuse'), 'first'],
  ['the second approval', item([2, 2], vote('approve')), said('approve'), 'second'],
  ['the second refusal', item([2, 2], vote('refuse')), said('refuse'), 'second'],
  ['a refusal after an approval', item([2, 2], vote('approve')), said('refuse'), 'replaces'],
  ['an approval after a refusal', item([2, 2], vote('refuse')), said('approve'), 'replaces'],
  ['a refusal that suffices', item([2, 1], vote('approve')), said('refuse'), 'ends'],
  ['the same member', item([2, 1], vote('approve', { member })), said('approve', member), 'second'],
  ['another member', item([2, 1], vote('approve', { member })), said('approve', other), 'replaces'],
  [
    'one who may decide no longer',
    item([2, 1], vote('approve', { counts: false })),
    said('approve'),
    'first',
  ],
  ['a member whom the sender is not', item([1, 1]), said('approve', stranger), 'first'],
  ['a member whom the sender is', item([1, 1]), said('approve', member), 'alone'],
  [
    'another amount',
    item([2, 1], vote('approve', { amount: 30_000 })),
    said('approve', null, 30_001),
    'replaces',
  ],
] as const)('%s', (_, of, statement, step) => expect(stepOf(of, statement).step).toBe(step))

const slip = {
  ...item([1, 1]),
  queue: 'slip',
  member,
  amount: 100,
  referenceNeeded: false,
} as Item
it.each<[what: string, changed: Partial<Item>, approve: boolean, refuse: boolean]>([
  ['nothing else to say', {}, true, true],
  ['a look-alike: it takes a second person', { approvalsNeeded: 2 }, false, true],
  [
    'a sender who differs, whatever the server says',
    { evidence: [{ label: 'fromName', value: 'SOMCHAI K' }] },
    false,
    true,
  ],
  ['both take a second person', { approvalsNeeded: 2, refusalsNeeded: 2 }, false, false],
  ['the member is not known', { member: null }, false, true],
  ['the amount is not known', { amount: null }, false, true],
  ['a reference has to be named', { referenceNeeded: true }, false, true],
  ['a transfer has to be chosen', { candidates: [] }, false, true],
  ['it may be the same money', { counterparts: [{}] as Item['counterparts'] & object }, false, true],
  ['somebody has decided', { votes: [vote('refuse')] as unknown as Item['votes'] }, false, false],
])('by a usual reason alone: %s', (_, changed, approve, refuse) => {
  const one = { ...slip, ...changed }
  expect([isQuick(one, 'approve'), isQuick(one, 'refuse')]).toEqual([approve, refuse])
})

const possible = (...members: [NonNullable<Item['member']>, boolean][]) =>
  members.map(([one, isOther]) => ({
    member: one,
    differs: isOther,
    score: 50,
    signs: [],
  })) as unknown as Parameters<typeof onlyFit>[0]
it.each([
  ['the only one whom nothing contradicts', possible([member, false], [other, true]), true],
  ['one of two: a look-alike may have been planted', possible([member, false], [other, false]), false],
  ['one whom something contradicts', possible([member, true]), false],
  ['another than the one that fits', possible([other, false]), false],
  ['one while it is not known who else fits', undefined, false],
])('a chosen member is decided by a usual reason alone: %s', (_, members, quick) => {
  const waiting = { ...slip, queue: 'bank-transfer', member: null } as Item
  expect(isQuick(waiting, 'approve', onlyFit(members, member))).toBe(quick)
})
it('a chosen member never makes a decision quick that takes two', () => {
  const waiting = { ...slip, queue: 'bank-transfer', member: null } as Item
  expect(isQuick(waiting, 'approve', stranger)).toBe(false)
  expect(isQuick({ ...waiting, approvalsNeeded: 2 }, 'approve', member)).toBe(false)
})
