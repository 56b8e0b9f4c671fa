/** The audited actions of the console (rules.md §17.8). */
export const auditActions = [
  'login',
  'login-failed',
  'logout',
  'operator.added',
  'operator.changed',
  'operator.renamed',
  'operator.role-changed',
  'operator.shut-out',
  'operator.let-in',
  'operator.password-reset',
  'operator.password-changed',
  'desk.approve',
  'desk.approve-first',
  'desk.refuse',
  'desk.refuse-first',
  // an approval that closed its item without an effect
  'desk.superseded',
  'desk.reversal-asked',
  'campaign.made',
  'campaign.approved',
  'campaign.refused',
  'campaign.stopped',
  'chat.assigned',
  'chat.ended',
  'chat.bot-changed',
  // people who work together at the desk
  'work.assigned',
  'work.taken-over',
  'work.snoozed',
  'work.woken',
  'work.shift-opened',
  'work.shift-closed',
  'look.member',
  'look.picture',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The keys of an audit event's details; those of an item's facts are `deskLabels`. */
export const auditDetails = [
  'ip',
  'why',
  'email',
  'role',
  'name',
  'from',
  'to',
  'createdAt',
  'memberId',
  'operatorId',
  'amountMinor',
  'currency',
  'evidence',
  'counterparts',
  'picture',
  'said',
  'reference',
  'transferId',
  'approvalsNeeded',
  'approvedBefore',
  'refusalsNeeded',
  'refusedBefore',
  'superseded',
  'reasonCode',
  'reversalId',
  'version',
  'startsAt',
  'endsAt',
  'changes',
  'field',
  'withdrawn',
  'until',
] as const
export type AuditDetails = Partial<Record<(typeof auditDetails)[number], unknown>>

/** Why a login failed; recorded in its audit event under `why`. */
export const loginFailures = ['email', 'password', 'inactive', 'limit', 'one-time-late'] as const
export type LoginFailure = (typeof loginFailures)[number]
