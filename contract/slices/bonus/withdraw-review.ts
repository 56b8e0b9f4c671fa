import { endpoint, Ok, Type } from '../../endpoint.ts'

export const withdrawReview = endpoint({
  method: 'DELETE',
  path: '/api/bonus/reviews/:id',
  summary: 'Withdraws a free credit or code that a person has not decided yet',
  access: 'member',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) }),
  answer: Ok,
  errors: ['NO_DATA', 'ALREADY_DECIDED'],
})
