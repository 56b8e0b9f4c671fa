import { endpoint, Type } from '../../../endpoint.ts'

import { Claim, WorkQueue } from './subject.ts'

export const listClaims = endpoint({
  method: 'GET',
  path: '/api/console/desk/claims',
  summary: 'Who looks at what at this moment',
  access: 'operator',
  answer: Type.Array(Type.Object({ queue: WorkQueue, id: Type.String(), claim: Claim })),
  errors: [],
})
