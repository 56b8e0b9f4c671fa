import { endpoint } from '../../endpoint.ts'
import { DeskItemParams } from './desk-item.ts'
import { DeskEvidence } from './evidence.ts'

export const getDeskEvidence = endpoint({
  method: 'GET',
  path: '/api/console/desk/:queue/:id/evidence',
  summary:
    'What a decision about a waiting item needs beyond its facts: whose money it may be and why, whom its sender paid for before, what the bank reported, equal slips, and what the other side answered; of a withdrawal where its money comes from, of a free credit who is tied to its member',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: DeskItemParams,
  answer: DeskEvidence,
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
