import type { Slice } from '../context.ts'

/** What happened to a member’s money (spec.md §2 Statement). */
export const statementSlice: Slice = {
  name: 'statement',

  mount(_app, _context) {},
}
