-- What runs for every withdrawal looks rows up by index, whatever the tables held when its plan was made: the plans
-- are kept per connection, often from the time when there was nothing (see migration 0001).

-- Claims what is due, the longest waiting first: conditional, so that two nodes never have the same one. Whose node dies
-- is due again at `p_until`. PAYING: nobody had it before, the bank has never heard of it. Whatever was claimed before
-- becomes UNCERTAIN: the bank is asked.
create function withdrawals_claim(p_now timestamptz, p_until timestamptz, p_limit int) returns setof withdrawals
language sql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
  update withdrawals
  set state = case when state = 'APPROVED' then 'PAYING' else 'UNCERTAIN' end,
    next_at = p_until, claimed_until = p_until, sent_at = coalesce(sent_at, p_now)
  where id = any(array(
    select id from withdrawals where next_at <= p_now order by next_at limit p_limit for update skip locked))
  returning *
$$;

-- As before (migration 0015). `offset 0` makes each look-up follow the rows that the statement added or took away, in that
-- order; a plan from when journals were few would read all journals instead.
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
  select j.meta->>'withdrawalId', o.member_id, e.asset, e.amount_minor, b.bank_code, b.account_no, b.account_name,
    case when (j.meta->>'approved')::boolean then 'APPROVED' else 'PENDING' end,
    (o.posted_at at time zone 'Asia/Bangkok')::date, o.posted_at,
    case when (j.meta->>'approved')::boolean then o.posted_at end
  from added o,
    lateral (select meta from journals where id = o.journal_id and member_id = o.member_id offset 0) j,
    lateral (
      select amount_minor, (select asset from accounts where id = account_id) as asset
      from entries where journal_id = o.journal_id and amount_minor > 0 offset 0) e,
    lateral (
      select bank_code, account_no, account_name from member_bank_accounts where member_id = o.member_id offset 0) b
  where o.kind = 'withdraw' and j.meta ? 'withdrawalId';
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

create or replace function withdrawals_finish() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
declare
  v_due int;
  v_done int;
begin
  select count(*) into v_due
  from gone o, lateral (select meta from journals where id = o.journal_id and member_id = o.member_id offset 0) j
  where o.kind = 'withdraw' and j.meta ? 'withdrawalId';
  if v_due = 0 then
    return null;
  end if;
  update withdrawals w
  set state = case f.phase when 'posted' then 'SUCCESS' else 'FAILED' end, reason = f.meta->>'reason',
    finished_at = f.posted_at, next_at = null, claimed_until = null, on_desk = w.on_desk and f.meta ? 'operatorId'
  from (
    select j.meta->>'withdrawalId' as id, r.phase, r.meta, r.posted_at
    from gone o,
      lateral (select meta from journals where id = o.journal_id and member_id = o.member_id offset 0) j,
      lateral (select phase, meta, posted_at from journals where pending_id = o.journal_id offset 0) r
    where o.kind = 'withdraw' and j.meta ? 'withdrawalId'
    offset 0) f
  where w.id = f.id and (w.state in ('PAYING', 'UNCERTAIN') or (w.state = 'PENDING' and f.phase = 'voided'));
  get diagnostics v_done = row_count;
  if v_done < v_due then
    raise exception 'a withdrawal cannot be posted or voided now' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
