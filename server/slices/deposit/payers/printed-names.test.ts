import { expect, test } from 'vitest'
import { findCandidates } from './sender-rules.ts'
import { members, type Printed, printedNames } from './testing/printed-names.ts'

/**
 * How many of the names that banks print are recognised (rules.md §5.1): a figure that a change of the rules
 * moves.
 */

type Outcome = 'credited by itself' | 'to a person' | 'refused' | 'credited to the wrong one'

function outcomeOf({ bank, accountNo, name, memberId }: Printed): Outcome {
  const registered = members.filter((member) => member.bank === bank)
  const { accounts, owner } = findCandidates({ accountNo, name }, registered, 4)
  if (owner) return owner.memberId === memberId ? 'credited by itself' : 'credited to the wrong one'
  const isPossible = accounts.some((account) => memberId === undefined || account.memberId === memberId)
  return isPossible ? 'to a person' : 'refused'
}

const count = (all: readonly Printed[]) => {
  const found: Record<Outcome, number> = {
    'credited by itself': 0,
    'to a person': 0,
    refused: 0,
    'credited to the wrong one': 0,
  }
  for (const printed of all) found[outcomeOf(printed)]++
  return found
}

test('members’ own names', () => {
  const own = printedNames.filter(({ memberId }) => memberId !== undefined)
  expect(own.length).toBeGreaterThan(600)
  expect(count(own)).toEqual({
    'credited by itself': 374,
    'to a person': 340,
    refused: 0,
    'credited to the wrong one': 0,
  })
})

test('names of other people whose account numbers show the same digits', () => {
  const others = printedNames.filter(({ memberId }) => memberId === undefined)
  expect(others.length).toBeGreaterThan(250)
  // These show initials only.
  expect(count(others)).toEqual({
    'credited by itself': 0,
    'to a person': 42,
    refused: 252,
    'credited to the wrong one': 0,
  })
})
