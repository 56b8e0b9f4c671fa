import { endpoint, Type } from '../../endpoint.ts'

export const getNotice = endpoint({
  method: 'GET',
  path: '/api/lookup/notice',
  summary: 'Bonus notice in the caller’s language, with a %percentFail% placeholder',
  access: 'visitor',
  answer: Type.Object({ notice: Type.String() }),
  errors: [],
})
