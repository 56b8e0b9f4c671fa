import type { Slice } from '../context.ts'

/** Money going out (rules.md §6). */
export const withdrawSlice: Slice = {
  name: 'withdraw',

  mount(_app, _context) {},
}
