import { ApiError } from '@krapao/web/api/client.ts'
import { expect, it } from 'vitest'
import { conditionOf } from './withdraw-words.ts'

const details = { current: 120.5, required: 600, mode: 'turnover' }

it('a refusal with its figures shows how far the bonus is', () => {
  expect(conditionOf(new ApiError('BONUS_CONDITION', 422, details))).toEqual(details)
})

it.each([
  ['another refusal', new ApiError('WITHDRAW_MINIMUM', 422, details)],
  ['no figures, as a server of before answers', new ApiError('BONUS_CONDITION', 422)],
  [
    'a mode that this version does not know',
    new ApiError('BONUS_CONDITION', 422, { ...details, mode: 'spins' }),
  ],
  ['an error that is no answer', new Error('broken')],
])('%s keeps its plain text', (_, failure) => {
  expect(conditionOf(failure)).toBeUndefined()
})
