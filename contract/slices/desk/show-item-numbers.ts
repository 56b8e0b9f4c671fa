import { endpoint, Type } from '../../endpoint.ts'
import { DeskItemParams } from './desk-item.ts'
import type { DeskLabel } from './desk-labels.ts'

export const showItemNumbers = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/numbers',
  summary:
    'Shows the account numbers of an item’s sender or payee, waiting or decided, as the bank or the member gave them; each time is audited as a look',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: DeskItemParams,
  answer: Type.Object({
    /** Those of the item's facts that are masked elsewhere. */
    numbers: Type.Array(Type.Object({ label: Type.Unsafe<DeskLabel>(Type.String()), value: Type.String() })),
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
