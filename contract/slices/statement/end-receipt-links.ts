import { endpoint, Ok, Type } from '../../endpoint.ts'
import { ReceiptId } from './get-receipt.ts'

export const endReceiptLinks = endpoint({
  method: 'DELETE',
  path: '/api/statement/receipt/:id/link',
  summary: 'Ends every link of this receipt, also where there is none any more',
  access: 'member',
  params: Type.Object({ id: ReceiptId }),
  answer: Ok,
  errors: ['NO_DATA'],
})
