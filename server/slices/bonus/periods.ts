/**
 * SQL: whether a bonus of a member was active at an instant: from its credit until its end. What is asked
 * while the member's bets are held (`memberPlay`) of an instant that is past never changes: a credit and an
 * end take the lock before they take their instant. Both arguments are SQL.
 */
export const wasFunded = (memberId: string, at: string): string =>
  `exists (select from member_bonuses
     where member_id = ${memberId} and credited_at <= ${at} and (ended_at is null or ended_at > ${at}))`

/** SQL: the seconds between two instants for which bonuses of a member were active. All arguments are SQL. */
export const fundedSeconds = (memberId: string, from: string, until: string): string =>
  `(select coalesce(sum(extract(epoch from
       least(coalesce(ended_at, ${until}), ${until}) - greatest(credited_at, ${from}))), 0)
     from member_bonuses
     where member_id = ${memberId} and credited_at < ${until} and coalesce(ended_at, ${until}) > ${from})`

/**
 * SQL: the seconds between two instants for which a member could take no other bonus: one was armed or
 * active, or waited for a person. All arguments are SQL.
 */
export const openSeconds = (memberId: string, from: string, until: string): string =>
  `(select coalesce(sum(extract(epoch from
       least(coalesce(ended_at, ${until}), ${until}) - greatest(created_at, ${from}))), 0)
     from (select created_at, ended_at from member_bonuses where member_id = ${memberId}
       union all select created_at, ended_at from bonus_reviews where member_id = ${memberId}) open
     where created_at < ${until} and coalesce(ended_at, ${until}) > ${from})`
