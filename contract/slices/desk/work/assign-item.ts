import { endpoint, Nullable, Type } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { DeskItemParams } from '../desk-item.ts'
import { Colleague, FreeText } from './subject.ts'

export const assignItem = endpoint({
  method: 'PUT',
  path: '/api/console/desk/:queue/:id/assignment',
  summary:
    'Gives a waiting item to an operator who may decide, and notifies that operator; or gives it back to everybody. A conversation has a call of its own',
  access: 'operator',
  roles: rights.decide,
  params: DeskItemParams,
  body: Type.Object({
    operatorId: Nullable(Type.String({ maxLength: 100 })),
    note: Type.Optional(FreeText),
  }),
  answer: Type.Object({ operator: Nullable(Colleague) }),
  errors: ['FORBIDDEN', 'NO_DATA', 'INACTIVE_USER'],
})
