import { endpoint, Type } from '../../endpoint.ts'
import { DeskMember } from './desk-item.ts'

export const findMembers = endpoint({
  method: 'GET',
  path: '/api/console/members',
  summary: 'Members by beginning of phone number, id, bank account number or name; at most 20',
  access: 'operator',
  mutates: false,
  query: Type.Object({ search: Type.String({ minLength: 3, maxLength: 80 }) }),
  answer: Type.Array(DeskMember),
  errors: [],
})
