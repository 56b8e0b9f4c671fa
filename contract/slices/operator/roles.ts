/** Who works in the console, and what each may do there (rules.md §17.8). No dependency: the browser uses this file too. */

export const roles = ['owner', 'cashier', 'support', 'auditor'] as const
export type Role = (typeof roles)[number]

/** What only some roles may do; everything else in the console is open to all of them. */
export const rights = {
  /** Approves and refuses at the desk, and asks for reversals. */
  decide: ['owner', 'cashier'],
  readAudit: ['owner', 'auditor'],
  manageStaff: ['owner'],
} as const satisfies Record<string, readonly Role[]>

/** Whether a role has a right. */
export const may = (role: Role, right: keyof typeof rights): boolean =>
  (rights[right] as readonly Role[]).includes(role)
