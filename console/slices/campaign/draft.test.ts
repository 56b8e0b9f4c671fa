import { kinds } from '@krapao/contract/slices/campaign/kinds.ts'
import { problemsOf } from '@krapao/contract/slices/campaign/problems.ts'
import { describe, expect, it } from 'vitest'
import { firstDraft, fromText, toText, versionToBegin } from './draft.ts'

describe.each(kinds)('a new %s', (kind) => {
  const draft = firstDraft(kind, undefined, 'LAK')

  it('is kept with the numbers that are missing', () => expect(fromText(toText(draft))).toEqual(draft))

  it('lacks texts and numbers, and nothing else is wrong', () => {
    const code = draft.code || 'CODE'
    const found = problemsOf({ ...draft, kind, code }, new Date())
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ problem }) => problem !== 'TEXT_MISSING' && problem !== 'NUMBER')).toEqual([])
  })
})

it.each(['', '{', 'x'])('%j is no draft', (text) => expect(fromText(text)).toBeUndefined())

describe('a new version begins with', () => {
  const of = (...states: string[]) => ({
    versions: states.map((state, i) => ({ state, version: states.length - i })) as never,
  })
  it.each([
    ['what was approved, where the latest was refused', of('REFUSED', 'APPROVED', 'APPROVED'), 2],
    ['what waits', of('WAITING', 'APPROVED'), 2],
    ['what was approved, where the latest was withdrawn', of('WITHDRAWN', 'REFUSED', 'APPROVED'), 1],
    ['what was refused, where nothing else is there', of('REFUSED'), 1],
  ])('%s', (_, before, version) => expect(versionToBegin(before)?.version).toBe(version))
})
