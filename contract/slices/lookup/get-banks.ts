import { inEachName } from '../../bank-names.ts'
import { endpoint, Type } from '../../endpoint.ts'

export const getBanks = endpoint({
  method: 'GET',
  path: '/api/lookup/banks',
  summary: 'Banks a member may register with',
  access: 'visitor',
  answer: Type.Array(
    Type.Object({
      code: Type.String(),
      ...inEachName(() => Type.String()),
      /** How many digits an account number may have there; empty: 6 to 20. */
      accountDigits: Type.Array(Type.Integer()),
    }),
  ),
  errors: [],
})
