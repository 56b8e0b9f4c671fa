import { endpoint, Type } from '../../endpoint.ts'
import { DeskParams } from './desk-item.ts'

export const listDeskBanks = endpoint({
  method: 'GET',
  path: '/api/console/desk/:queue/banks',
  summary: 'The banks by which the items of a queue can be narrowed: those of its senders, payees or members',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: DeskParams,
  answer: Type.Object({ banks: Type.Array(Type.String()) }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
