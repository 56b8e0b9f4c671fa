import { endpoint, Type } from '../../../endpoint.ts'

import { Claim, WorkQueue } from './subject.ts'

export const listClaims = endpoint({
  method: 'GET',
  path: '/api/console/desk/claims',
  summary: 'The claims of this moment: operators, and the items that they look at',
  access: 'operator',
  answer: Type.Array(Type.Object({ queue: WorkQueue, id: Type.String(), claim: Claim })),
  errors: [],
})
