import { type Database, type Db, rawQuery } from '../../platform/database.ts'

/**
 * Audits an operator's looks, except those at a subject for which a look was audited since a given time, by
 * any node.
 */
export async function insertLooks(
  database: Database,
  operatorId: string,
  looks: { subject: string; details: Record<string, unknown> }[],
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await database.query(
    `with seen (subject, details) as (select * from unnest($3::text[], $4::text[])), fresh as (
       insert into operator_looks as l (operator_id, subject, at) select $1, subject, $2 from seen order by subject
       on conflict (operator_id, subject) do update set at = excluded.at where l.at <= $5
       returning subject)
     insert into audit_log (at, operator_id, action, subject, reason, details)
     select $2, $1, 'look.' || split_part(subject, ':', 1), subject, '', details::jsonb
     from fresh join seen using (subject) order by subject`,
    [
      operatorId,
      now,
      looks.map(({ subject }) => subject),
      looks.map(({ details }) => JSON.stringify(details)),
      since,
    ],
  )
}

export async function deleteLooksBefore(db: Db, moment: Date): Promise<void> {
  await rawQuery(db, 'delete from operator_looks where at < $1', [moment])
}
