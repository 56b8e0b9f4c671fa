import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { DeskItem, DeskParams } from './desk-item.ts'

/** An amount as it is written in an address: at most two decimals. */
export const AmountText = Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,2})?$' })

export const deskSorts = ['oldest', 'newest', 'largest', 'smallest'] as const

/**
 * What a list of waiting items is narrowed and ordered by (rules.md §17.10). All that is given has to be true
 * of an item.
 */
export const DeskFilter = Type.Object({
  /**
   * A part of the member's name, phone number, item id, reference or sender's name; or an account number's
   * end.
   */
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f]+$' })),
  /** The sender's or payee's bank; the member's where none is known. */
  bank: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,20}$' })),
  /** At least, in baht or kip. */
  min: Type.Optional(AmountText),
  /** At most. */
  max: Type.Optional(AmountText),
  /** Has waited for this many minutes at least. */
  older: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
  /** Claimed by or given to the asking operator. */
  mine: Type.Optional(Type.Literal('yes')),
  /** Somebody has decided, and the asking operator's decision would be the second one. */
  second: Type.Optional(Type.Literal('yes')),
  /** Without it the oldest first. */
  sort: Type.Optional(Type.Enum([...deskSorts])),
})

export const listDeskItems = endpoint({
  method: 'GET',
  path: '/api/console/desk/:queue',
  summary:
    'The waiting items of a queue, oldest first or as asked, all or those that a search and filters find; `after` is the `next` of the page before',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: DeskParams,
  query: Type.Object({
    ...DeskFilter.properties,
    after: Type.Optional(Type.String({ maxLength: 240, pattern: '^[^\\u0000-\\u001f]+$' })),
  }),
  answer: Type.Object({
    items: Type.Array(DeskItem),
    next: Nullable(Type.String()),
    /** How many are found in all; null where nothing was searched, filtered or sorted. */
    found: Nullable(Type.Object({ count: Type.Integer() })),
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN'],
})
