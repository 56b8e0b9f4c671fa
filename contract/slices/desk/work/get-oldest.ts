import { endpoint, Nullable, Timestamp, Type } from '../../../endpoint.ts'
import { WorkQueue } from './subject.ts'

export const getOldest = endpoint({
  method: 'GET',
  path: '/api/console/work/oldest',
  summary:
    'The time since which the oldest item of each queue has waited, and the age from which that is too long',
  access: 'operator',
  answer: Type.Object({
    /** Minutes. */
    oldAfter: Type.Integer(),
    queues: Type.Array(Type.Object({ queue: WorkQueue, since: Nullable(Timestamp()) })),
  }),
  errors: [],
})
