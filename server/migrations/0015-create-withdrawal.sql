-- Withdrawals (rules.md §6). The money is the ledger's hold of kind `withdraw`; a row says whom it is for and who has to
-- do what next. The row is made and finished by the hold itself, in the ledger's own statement: the two cannot
-- differ after a crash, and a withdrawal costs no transaction of its own.
create table withdrawals (
  -- from the member and the Idempotency-Key; the payout's id at the bank. The hold's key is `withdraw:{id}`.
  id text primary key,
  -- without a foreign key: the row comes from the member's bank account, which has one
  member_id text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  -- the registered account as it was when the member asked
  bank_code text not null,
  account_no text not null,
  account_name text not null,
  -- PENDING: an operator decides. APPROVED: to be paid. PAYING: a node has it. UNCERTAIN: the bank is asked.
  state text not null check (state in ('PENDING', 'APPROVED', 'PAYING', 'UNCERTAIN', 'SUCCESS', 'FAILED')),
  -- Bangkok day, of the daily limits
  day date not null,
  created_at timestamptz not null,
  -- who approved; null: the limit for automatic approval did
  operator_id text,
  -- when a node first took it to the bank
  sent_at timestamptz,
  -- answers so far that said nothing definite
  attempts integer not null default 0,
  -- the last such answer; of a failed one, why
  reason text,
  -- when a node has to see to it; null: no node has to
  next_at timestamptz,
  -- a node is at it until then; names the claim, too
  claimed_until timestamptz,
  -- a person may say what became of it; as long as it is there no node sends it to the bank
  on_desk boolean not null default false,
  finished_at timestamptz,
  check ((state in ('SUCCESS', 'FAILED')) = (finished_at is not null)),
  check ((state in ('APPROVED', 'PAYING', 'UNCERTAIN')) = (next_at is not null))
) with (fillfactor = 70);
create index withdrawals_member_day on withdrawals (member_id, day);
create index withdrawals_next on withdrawals (next_at) where next_at is not null;
create index withdrawals_waiting on withdrawals (created_at, id) where state = 'PENDING';
create index withdrawals_on_desk on withdrawals (created_at, id) where on_desk;

-- Holds of withdrawals open: their rows are there with them, for all of a batch at once. The members' accounts are locked
-- at this moment, so a day's withdrawals can be counted without anybody overtaking. Limits and approval are the ones
-- that each was judged by.
create function withdrawals_open() returns trigger language plpgsql as $$
declare
  v_due int;
  v_made int;
  v_beyond text;
begin
  select count(*) into v_due
  from added o join journals j on j.id = o.journal_id
  where o.kind = 'withdraw' and j.meta ? 'withdrawalId';
  if v_due = 0 then
    return null;
  end if;
  insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, day,
    created_at, next_at)
  select j.meta->>'withdrawalId', j.member_id, a.asset, e.amount_minor, b.bank_code, b.account_no, b.account_name,
    case when (j.meta->>'approved')::boolean then 'APPROVED' else 'PENDING' end,
    (o.posted_at at time zone 'Asia/Bangkok')::date, o.posted_at,
    case when (j.meta->>'approved')::boolean then o.posted_at end
  from added o
    join journals j on j.id = o.journal_id
    join entries e on e.journal_id = o.journal_id and e.amount_minor > 0
    join accounts a on a.id = e.account_id
    join member_bank_accounts b on b.member_id = j.member_id
  where o.kind = 'withdraw' and j.meta ? 'withdrawalId';
  get diagnostics v_made = row_count;
  if v_made < v_due then
    raise exception 'a withdrawal has no bank account' using errcode = 'integrity_constraint_violation';
  end if;

  select j.meta->>'withdrawalId' into v_beyond
  from added o
    join journals j on j.id = o.journal_id
    cross join lateral (
      select count(*) as count, sum(w.amount_minor) as sum_minor
      from withdrawals w
      where w.member_id = j.member_id and w.day = (o.posted_at at time zone 'Asia/Bangkok')::date
        and w.state <> 'FAILED') d
  where o.kind = 'withdraw' and j.meta ? 'withdrawalId'
    and (d.count > (j.meta->>'dailyCount')::bigint or d.sum_minor > (j.meta->>'dailySumMinor')::bigint)
  limit 1;
  if found then
    raise exception 'withdrawal % is beyond the day''s limits', v_beyond
      using errcode = 'check_violation', constraint = 'withdrawals_daily';
  end if;
  return null;
end $$;

create trigger withdrawals_open after insert on open_holds referencing new table as added
  for each statement execute function withdrawals_open();

-- They are posted or voided: the rows are finished with them. Only what the bank was asked to pay can have been paid.
-- What an operator decides leaves the desk by that decision, which looks whether it still was there.
create function withdrawals_finish() returns trigger language plpgsql as $$
declare
  v_due int;
  v_done int;
begin
  select count(*) into v_due
  from gone o join journals j on j.id = o.journal_id
  where o.kind = 'withdraw' and j.meta ? 'withdrawalId';
  if v_due = 0 then
    return null;
  end if;
  update withdrawals w
  set state = case r.phase when 'posted' then 'SUCCESS' else 'FAILED' end, reason = r.meta->>'reason',
    finished_at = r.posted_at, next_at = null, claimed_until = null, on_desk = w.on_desk and r.meta ? 'operatorId'
  from gone o
    join journals j on j.id = o.journal_id
    join journals r on r.pending_id = o.journal_id
  where o.kind = 'withdraw' and w.id = j.meta->>'withdrawalId'
    and (w.state in ('PAYING', 'UNCERTAIN') or (w.state = 'PENDING' and r.phase = 'voided'));
  get diagnostics v_done = row_count;
  if v_done < v_due then
    raise exception 'a withdrawal cannot be posted or voided now' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger withdrawals_finish after delete on open_holds referencing old table as gone
  for each statement execute function withdrawals_finish();
