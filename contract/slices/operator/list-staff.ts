import { endpoint, Type } from '../../endpoint.ts'
import { Staff } from './operator.ts'
import { rights } from './roles.ts'

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/console/staff',
  summary: 'Everybody who works or worked in the console, first those who may log in',
  access: 'operator',
  roles: rights.manageStaff,
  answer: Type.Array(Staff),
  errors: ['FORBIDDEN'],
})
