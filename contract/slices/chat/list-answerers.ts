import { endpoint, Type } from '../../endpoint.ts'

export const listAnswerers = endpoint({
  method: 'GET',
  path: '/api/console/chats/operators',
  summary: 'The active operators who may answer conversations, by name, at most 200',
  access: 'operator',
  answer: Type.Object({ operators: Type.Array(Type.Object({ _id: Type.String(), name: Type.String() })) }),
  errors: [],
})
