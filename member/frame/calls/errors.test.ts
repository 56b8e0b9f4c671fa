import { ApiError } from '@krapao/web/api/client.ts'
import { expect, it } from 'vitest'
import { referenceOf } from './errors.ts'

const request = 'B4D7K2MQZ3FA'
const failed = (code: ApiError['code'], status: number, body: object = {}) =>
  new ApiError(code, status, { requestId: request, ...body })

it.each([
  ['a mistyped password', failed('WRONG_CREDENTIAL', 401), undefined],
  ['what the member can mend', failed('BONUS_REMAINING', 422), undefined],
  ['a failure of ours', failed('INTERNAL_SERVER_ERROR', 500), request],
  ['what only support can mend', failed('INACTIVE_USER', 403), request],
  ['no answer', new ApiError('NETWORK', 0), undefined],
  [
    'what has an id of its own',
    failed('TRANSFER_FAIL', 422, { transferId: 'kta68ffc82c4844a293861ca559da6' }),
    'KTA68FFC82C484',
  ],
])('the reference of %s', (_, error, reference) => expect(referenceOf(error)).toBe(reference))
