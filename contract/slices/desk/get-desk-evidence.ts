import { endpoint } from '../../endpoint.ts'
import { DeskItemParams } from './desk-item.ts'
import { DeskEvidence } from './evidence.ts'

export const getDeskEvidence = endpoint({
  method: 'GET',
  path: '/api/console/desk/:queue/:id/evidence',
  summary:
    'The evidence about a waiting item: possible members and why, members for whom its sender paid before, reports of the bank, equal slips, answers of the other side. Also the origin of a withdrawal’s money, and the members tied to the member of a free credit',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: DeskItemParams,
  answer: DeskEvidence,
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
