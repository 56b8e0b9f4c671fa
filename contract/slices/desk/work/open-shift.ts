import { endpoint } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { Shift } from './subject.ts'

export const openShift = endpoint({
  method: 'POST',
  path: '/api/console/shift',
  summary: 'Opens a shift; answers the one that is open already',
  access: 'operator',
  roles: rights.answerChats,
  answer: Shift,
  errors: ['FORBIDDEN'],
})
