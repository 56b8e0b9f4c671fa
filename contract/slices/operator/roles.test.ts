import { expect, it } from 'vitest'
import { may, rights, roles } from './roles.ts'

/** The table of rules.md §17.8, once more: a right that is given to one role too many opens a door unnoticed. */
it.each([
  ['owner', ['decide', 'readAudit', 'manageStaff']],
  ['cashier', ['decide']],
  ['support', []],
  ['auditor', ['readAudit']],
] as const)('%s may %j', (role, own) => {
  const all = Object.keys(rights) as (keyof typeof rights)[]
  expect(all.filter((right) => may(role, right))).toEqual(own)
  expect(roles).toHaveLength(4)
})
