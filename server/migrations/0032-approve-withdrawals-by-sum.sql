-- A withdrawal is paid without a person only while the member's withdrawals of 24 hours stay within the limit together
-- (rules.md §6.3): one large sum in many small ones would otherwise leave unseen. The sum is taken where the day's limits
-- are, under the lock on the member's account, so that those of one moment count for each other. `autoLimitMinor` is the
-- limit that the withdrawal was judged by; without it, as an older node writes it, a person decides.
create or replace function withdrawals_open() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
declare
  v_due int;
  v_made int;
  v_beyond text;
  v_count bigint;
  v_sum_minor bigint;
begin
  select count(*) into v_due
  from added o, lateral (select meta from journals where id = o.journal_id and member_id = o.member_id offset 0) j
  where o.kind = 'withdraw' and j.meta ? 'withdrawalId';
  if v_due = 0 then
    return null;
  end if;
  insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, day,
    created_at, next_at)
  select m.id, m.member_id, m.asset, m.amount_minor, m.bank_code, m.account_no, m.account_name,
    case when m.sum_minor <= m.limit_minor then 'APPROVED' else 'PENDING' end,
    (m.posted_at at time zone 'Asia/Bangkok')::date, m.posted_at,
    case when m.sum_minor <= m.limit_minor then m.posted_at end
  from (
    select j.meta->>'withdrawalId' as id, o.member_id, e.asset, e.amount_minor, b.bank_code, b.account_no, b.account_name,
      o.posted_at, (j.meta->>'autoLimitMinor')::bigint as limit_minor,
      -- Those of before, and those of this statement up to this one.
      before.sum_minor + sum(e.amount_minor) over (partition by o.member_id order by o.journal_id) as sum_minor
    from added o,
      lateral (select meta from journals where id = o.journal_id and member_id = o.member_id offset 0) j,
      lateral (
        select amount_minor, (select asset from accounts where id = account_id) as asset
        from entries where journal_id = o.journal_id and amount_minor > 0 offset 0) e,
      lateral (
        select bank_code, account_no, account_name from member_bank_accounts where member_id = o.member_id offset 0) b,
      lateral (
        select coalesce(sum(amount_minor), 0) as sum_minor
        from withdrawals
        where member_id = o.member_id
          and day >= ((o.posted_at - interval '24 hours') at time zone 'Asia/Bangkok')::date
          and created_at > o.posted_at - interval '24 hours' and state <> 'FAILED') before
    where o.kind = 'withdraw' and j.meta ? 'withdrawalId') m;
  get diagnostics v_made = row_count;
  if v_made < v_due then
    raise exception 'a withdrawal has no bank account' using errcode = 'integrity_constraint_violation';
  end if;

  select j.meta->>'withdrawalId', d.count, d.sum_minor into v_beyond, v_count, v_sum_minor
  from added o,
    lateral (select meta from journals where id = o.journal_id and member_id = o.member_id offset 0) j,
    lateral (
      select count(*) as count, sum(amount_minor) as sum_minor
      from withdrawals
      where member_id = o.member_id and day = (o.posted_at at time zone 'Asia/Bangkok')::date
        and state <> 'FAILED') d
  where o.kind = 'withdraw' and j.meta ? 'withdrawalId'
    and (d.count > (j.meta->>'dailyCount')::bigint or d.sum_minor > (j.meta->>'dailySumMinor')::bigint)
  limit 1;
  if found then
    raise exception 'withdrawal % is beyond the day''s limits', v_beyond
      using errcode = 'check_violation', constraint = 'withdrawals_daily',
        detail = jsonb_build_object('count', v_count, 'sumMinor', v_sum_minor);
  end if;
  return null;
end $$;
