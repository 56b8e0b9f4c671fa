import type { Slice } from '../context.ts'

/** What operators decide. */
export const deskSlice: Slice = {
  name: 'desk',

  mount(_app, _context) {},
}
