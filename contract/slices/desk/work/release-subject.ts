import { endpoint, Ok } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { WorkParams } from './subject.ts'

export const releaseSubject = endpoint({
  method: 'DELETE',
  path: '/api/console/desk/:queue/:id/claim',
  summary: 'Ends the operator’s own claim',
  access: 'operator',
  roles: rights.answerChats,
  params: WorkParams,
  answer: Ok,
  errors: ['FORBIDDEN'],
})
