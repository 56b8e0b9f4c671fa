/**
 * SQL: whether a bonus of a member was active at an instant: from its credit until its end. What is asked of an instant that is
 * past never changes. Both arguments are SQL.
 */
export const wasFunded = (memberId: string, at: string): string =>
  `exists (select from member_bonuses
     where member_id = ${memberId} and credited_at <= ${at} and (ended_at is null or ended_at > ${at}))`
