import { describe, expect, test } from 'vitest'
import type { Settings } from '../platform/settings.ts'
import { defineFollowUp, nextQuestion } from './follow-up.ts'

const followUp = defineFollowUp('test', 'an unanswered test', {
  seconds: [2, 4, 8],
  deskAfter: 3600,
  deskSeconds: 30,
})
const settings: Pick<Settings, 'get'> = { get: async (definition) => definition.default }
const next = (asked: number, ageSeconds: number) =>
  nextQuestion(settings as Settings, followUp, { asked, ageSeconds })

describe('calls without a definite answer are followed up', () => {
  test.each([
    // asked, age, seconds
    [1, 0, 2],
    [2, 5, 4],
    [3, 10, 8],
    [4, 20, 8],
    [99, 3599.9, 8],
  ])('question %i, %d s old: again in %i s', async (asked, age, seconds) =>
    expect(await next(asked, age)).toEqual({ seconds, inReview: false }),
  )

  test.each([1, 99])(
    'after an hour a person is asked as well, and the questions go on at even intervals (question %i)',
    async (asked) => expect(await next(asked, 3600)).toEqual({ seconds: 30, inReview: true }),
  )
})
