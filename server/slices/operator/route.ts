import type { Slice } from '../context.ts'

/** Who works in the console, and what they did. */
export const operatorSlice: Slice = {
  name: 'operator',

  mount(_app, _context) {},
}
