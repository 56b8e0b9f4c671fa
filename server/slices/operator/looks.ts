import { maskedNumber } from '@krapao/contract/masked-number.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { deleteLooksBefore, insertLooks } from './look-store.ts'
import { insertAuditEvent } from './store.ts'

/**
 * Audit and limits of looks: operators see bank accounts and slips of members, so each operator's looks at
 * members are recorded.
 */

const lookMinutes = defineSetting(
  'audit.lookMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  60,
  'Minutes in which an operator’s further looks at the same member or picture are not audited again',
)
defineSetting(
  'operator.looksPerMinute',
  Type.Integer({ minimum: 10, maximum: 10_000 }),
  600,
  'Pages and items of the desk that an operator may open in a minute; an open page asks again whenever something changes',
)
defineSetting(
  'operator.searchesPerMinute',
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  40,
  'Searches for members that an operator may make in a minute',
)

defineSetting(
  'operator.asksPerMinute',
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  20,
  'Times in a minute that an operator may have banks, wallets, games and the verifier of slips asked about what is uncertain',
)

/** A member whose data were shown, or the picture of an item, e.g. `slip:sl1`, with its member. */
export type Look = { memberId: string } | { picture: string; memberId: string | null }

declare module '../context.ts' {
  interface Services {
    /** The looks that this node knows to be audited, by operator and subject, with their times. */
    auditedLooks: Map<string, Date>
  }
}

export const operatorServices = () => ({ auditedLooks: new Map<string, Date>() })

const maxRemembered = 20_000

/**
 * Audits what an operator is about to see: `look.member`, `look.picture`, each subject once within
 * `audit.lookMinutes` on all nodes. If this throws, nothing may be shown.
 */
export async function auditLooks(
  context: Context,
  { operatorId }: OperatorCaller,
  looks: Look[],
): Promise<void> {
  const now = context.clock.now()
  const since = addSeconds(now, -(await context.settings.get(lookMinutes)) * 60)
  const { auditedLooks } = context.services
  const fresh = new Map<string, Record<string, unknown>>()
  for (const look of looks) {
    const isPicture = 'picture' in look
    const subject = isPicture ? `picture:${look.picture}` : `member:${look.memberId}`
    const known = auditedLooks.get(`${operatorId} ${subject}`)
    if (!known || known <= since) fresh.set(subject, isPicture ? { memberId: look.memberId } : {})
  }
  if (fresh.size === 0) return
  const subjects = [...fresh].map(([subject, details]) => ({ subject, details }))
  await insertLooks(context.database, operatorId, subjects, { now, since })
  if (auditedLooks.size + fresh.size > maxRemembered) auditedLooks.clear()
  for (const subject of fresh.keys()) auditedLooks.set(`${operatorId} ${subject}`, now)
}

/**
 * Audits that numbers are about to be shown whole to an operator who sees masked ones: each time, because it
 * is asked for by a button and not by a page that polls, and the number may be another one than the last
 * time. The log keeps which ones, masked. If this throws, nothing may be shown.
 * @param subject a member, `member:mb1`, or an item, `slip:sl1`
 */
export async function auditShown(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { operatorId }: OperatorCaller,
  {
    subject,
    memberId,
    numbers,
  }: {
    subject: string
    memberId: string | null
    numbers: { label: string; value: string }[]
  },
): Promise<void> {
  const shown = numbers.map(({ label, value }) => ({ label, value: maskedNumber(value) }))
  const details = { ...(memberId !== null && { memberId }), shown }
  await insertAuditEvent(db, { operatorId, action: 'look.numbers', subject, details }, clock.now())
}

/** Forgets the times of looks; the audit log still has them. */
export async function sweepLooks({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await deleteLooksBefore(database.db, addSeconds(clock.now(), -2 * 86_400))
}
