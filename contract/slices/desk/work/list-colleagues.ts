import { endpoint, Type } from '../../../endpoint.ts'
import { roles } from '../../operator/roles.ts'

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/console/work/colleagues',
  summary: 'The operators who work in the console at present, by name',
  access: 'operator',
  answer: Type.Array(
    Type.Object({ _id: Type.String(), name: Type.String(), role: Type.Enum(roles), isYou: Type.Boolean() }),
  ),
  errors: [],
})
