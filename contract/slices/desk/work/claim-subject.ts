import { endpoint, Type } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { Claim, FreeText, WorkParams } from './subject.ts'

export const claimSubject = endpoint({
  method: 'PUT',
  path: '/api/console/desk/:queue/:id/claim',
  summary:
    'Claims an item or conversation for 90 seconds, to show that the operator looks at it. Another operator’s claim is left as it is, or taken over with a note',
  access: 'operator',
  roles: rights.answerChats,
  params: WorkParams,
  body: Type.Object({ takeOver: Type.Optional(Type.Boolean()), note: Type.Optional(FreeText) }),
  answer: Type.Object({ claim: Claim, isYours: Type.Boolean() }),
  errors: ['FORBIDDEN', 'NO_DATA'],
})
