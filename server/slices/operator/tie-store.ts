import type { TieAct } from '@krapao/contract/slices/operator/operator.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** The act that makes one of two operators able to decide as both (rules.md §17.8). */
export interface OperatorTieRow {
  /** The other one of the two. */
  id: string
  name: string
  act: TieAct
  /** Whether the asking operator did it to the other one, and not the reverse. */
  isOwn: boolean
  at: Date
}

/** @param sawId the one of `byIds` who was shown the one-time password of `toId`; null: there was none */
export async function insertOperatorTies(
  tx: Tx,
  {
    byIds,
    sawId,
    toId,
    act,
    at,
  }: { byIds: string[]; sawId: string | null; toId: string; act: Exclude<TieAct, 'shown'>; at: Date },
): Promise<void> {
  await rawQuery(
    tx,
    `insert into operator_ties (by_id, to_id, act, at, saw_password)
     select distinct by_id, $2::text, $3::text, $4::timestamptz, coalesce(by_id = $5::text, false)
     from unnest($1::text[]) by_id where by_id <> $2`,
    [byIds, toId, act, at, sawId],
  )
}

/**
 * The ties of an operator since a moment, exclusive: the last one with each other operator. Two whose
 * one-time passwords the same person was shown are tied since the earlier of the two, because only with both
 * that person can be both.
 */
export const selectOperatorTies = (
  handle: Db | Tx,
  operatorId: string,
  since: Date,
): Promise<OperatorTieRow[]> =>
  rawQuery(
    handle,
    `select distinct on (o.id) o.id, o.name, t.act, t.own as "isOwn", t.at
     from (
       select case when by_id = $1 then to_id else by_id end as other_id, act, by_id = $1 as own, at, id
       from operator_ties where $1 in (by_id, to_id) and at > $2
       union all
       select others.to_id, 'shown', false, least(own.at, others.at), least(own.id, others.id)
       from operator_ties own join operator_ties others on others.by_id = own.by_id and others.to_id <> own.to_id
       where own.to_id = $1 and own.saw_password and own.at > $2 and others.saw_password and others.at > $2
     ) t join operators o on o.id = t.other_id
     order by o.id, t.at desc, t.id desc`,
    [operatorId, since],
  )
