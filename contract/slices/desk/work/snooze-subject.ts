import { endpoint, Timestamp, Type } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { DeskReason } from '../desk-item.ts'
import { WorkParams } from './subject.ts'

export const snoozeSubject = endpoint({
  method: 'PUT',
  path: '/api/console/desk/:queue/:id/snooze',
  summary: 'Takes a waiting item or conversation out of the lists until a time, for everybody, with a reason',
  access: 'operator',
  roles: rights.answerChats,
  params: WorkParams,
  body: Type.Object({ until: Timestamp(), reason: DeskReason }),
  answer: Type.Object({ until: Timestamp() }),
  errors: ['FORBIDDEN', 'NO_DATA'],
})
