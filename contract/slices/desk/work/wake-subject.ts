import { endpoint, Ok } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { WorkParams } from './subject.ts'

export const wakeSubject = endpoint({
  method: 'DELETE',
  path: '/api/console/desk/:queue/:id/snooze',
  summary: 'Brings an item or conversation back before its time',
  access: 'operator',
  roles: rights.answerChats,
  params: WorkParams,
  answer: Ok,
  errors: ['FORBIDDEN'],
})
