import { addSeconds } from '../../platform/clock.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'

/** Who looked at whom: operators see bank accounts and slips of members, so what they saw is audited and limited. */

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

/** A member whose data were shown, or the picture of an item, e.g. `slip:sl1`, and whose that is. */
export type Look = { memberId: string } | { picture: string; memberId: string | null }

/** Looks that this node knows to be audited, by operator and subject, with when that was. */
const memories = new WeakMap<Context, Map<string, Date>>()
const maxRemembered = 20_000

/**
 * Audits what an operator is about to be shown: `look.member`, `look.picture`, each subject once within
 * `audit.lookMinutes` on all nodes. Nothing may be shown when it throws.
 */
export async function auditLooks(
  context: Context,
  { operatorId }: OperatorCaller,
  looks: Look[],
): Promise<void> {
  const now = context.clock.now()
  const since = addSeconds(now, -(await context.settings.get(lookMinutes)) * 60)
  const memory = memoryOf(context)
  const fresh = new Map<string, Record<string, unknown>>()
  for (const look of looks) {
    const isPicture = 'picture' in look
    const subject = isPicture ? `picture:${look.picture}` : `member:${look.memberId}`
    const known = memory.get(`${operatorId} ${subject}`)
    if (!known || known <= since) fresh.set(subject, isPicture ? { memberId: look.memberId } : {})
  }
  if (fresh.size === 0) return
  await context.database.query(
    `with seen (subject, details) as (select * from unnest($3::text[], $4::text[])), fresh as (
       insert into operator_looks as l (operator_id, subject, at) select $1, subject, $2 from seen order by subject
       on conflict (operator_id, subject) do update set at = excluded.at where l.at <= $5
       returning subject)
     insert into audit_log (at, operator_id, action, subject, reason, details)
     select $2, $1, 'look.' || split_part(subject, ':', 1), subject, '', details::jsonb
     from fresh join seen using (subject) order by subject`,
    [operatorId, now, [...fresh.keys()], [...fresh.values()].map((one) => JSON.stringify(one)), since],
  )
  if (memory.size + fresh.size > maxRemembered) memory.clear()
  for (const subject of fresh.keys()) memory.set(`${operatorId} ${subject}`, now)
}

function memoryOf(context: Context): Map<string, Date> {
  const memory = memories.get(context) ?? new Map<string, Date>()
  memories.set(context, memory)
  return memory
}

/** Forgets when somebody looked; the audit log keeps that they did. */
export async function sweepLooks({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.query('delete from operator_looks where at < $1', [addSeconds(clock.now(), -2 * 86_400)])
}
