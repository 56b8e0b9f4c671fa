import { may, type Role } from '@krapao/contract/slices/operator/roles.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'

/** The rules of working together (rules.md §17.2, §17.9). Nothing here reads or stores. */

/** Seconds for which a claim holds that is not renewed. */
export const claimSeconds = 90

export const oldAfter = defineSetting(
  'desk.oldAfter',
  Type.Integer({ minimum: 1, maximum: 10_080 }),
  30,
  'Minutes after which an item of the desk has waited too long: it is emphasised, and operators are notified once more',
)
export const snoozeHours = defineSetting(
  'desk.snoozeHours',
  Type.Integer({ minimum: 1, maximum: 24 * 14 }),
  72,
  'Hours for which an item of the desk or a conversation may be snoozed',
)
export const snoozeHeldMinutes = defineSetting(
  'desk.snoozeHeldMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  60,
  'Minutes for which an item may be snoozed while a member’s own money is held or under way because of it',
)

/** A subject on which operators share work: an item of a review queue, or a conversation (`chat`). */
export interface Subject {
  queue: string
  id: string
}

/** Queues whose items keep a member from money that is the member's already. */
const held = ['withdrawal', 'payout', 'transfer']

/** The minutes for which a subject may be snoozed: money that is a member's own does not wait long. */
export const snoozeMinutes = (queue: string, limits: { hours: number; heldMinutes: number }): number =>
  held.includes(queue) ? Math.min(limits.heldMinutes, limits.hours * 60) : limits.hours * 60

/** Whether a role may work on the subjects of a queue, beyond looking. */
export const mayWork = (role: Role, queue: string): boolean =>
  may(role, queue === 'chat' ? 'answerChats' : 'decide')
