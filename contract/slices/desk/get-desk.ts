import { endpoint, Type } from '../../endpoint.ts'
import { DeskQueueName } from './desk-item.ts'

export const getDesk = endpoint({
  method: 'GET',
  path: '/api/console/desk',
  summary: 'The number of waiting items of each queue',
  access: 'operator',
  answer: Type.Object({
    queues: Type.Array(
      Type.Object({ queue: DeskQueueName, count: Type.Integer(), mayDecide: Type.Boolean() }),
    ),
    /** Minutes after which an item has waited too long. */
    oldAfter: Type.Integer(),
  }),
  errors: [],
})
