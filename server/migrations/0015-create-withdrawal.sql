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

-- A hold of a withdrawal opens: its row is there with it. The member's accounts are locked at this moment, so the
-- day's withdrawals can be counted without anybody overtaking. Limits and approval are the ones it was judged by.
create function withdrawal_open() returns trigger language plpgsql as $$
declare
  v_meta jsonb;
  v_member_id text;
  v_day date := (new.posted_at at time zone 'Asia/Bangkok')::date;
  v_count bigint;
  v_sum bigint;
begin
  select meta, member_id into v_meta, v_member_id from journals where id = new.journal_id;
  if not v_meta ? 'withdrawalId' then
    return null;
  end if;
  insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, day,
    created_at, next_at)
  select v_meta->>'withdrawalId', v_member_id, a.asset, e.amount_minor, b.bank_code, b.account_no, b.account_name,
    case when (v_meta->>'approved')::boolean then 'APPROVED' else 'PENDING' end, v_day,
    new.posted_at, case when (v_meta->>'approved')::boolean then new.posted_at end
  from entries e
    join accounts a on a.id = e.account_id
    join member_bank_accounts b on b.member_id = v_member_id
  where e.journal_id = new.journal_id and e.amount_minor > 0;
  if not found then
    raise exception 'withdrawal % has no bank account', v_meta->>'withdrawalId'
      using errcode = 'integrity_constraint_violation';
  end if;
  select count(*), sum(amount_minor) into v_count, v_sum
  from withdrawals where member_id = v_member_id and day = v_day and state <> 'FAILED';
  if v_count > (v_meta->>'dailyCount')::bigint or v_sum > (v_meta->>'dailySumMinor')::bigint then
    raise exception 'withdrawal % is beyond the day''s limits', v_meta->>'withdrawalId'
      using errcode = 'check_violation', constraint = 'withdrawals_daily';
  end if;
  return null;
end $$;

create trigger withdrawal_open after insert on open_holds
  for each row when (new.kind = 'withdraw') execute function withdrawal_open();

-- It is posted or voided: the row is finished with it. Only what the bank was asked to pay can have been paid. What an
-- operator decides leaves the desk by that decision, which looks whether it still was there.
create function withdrawal_finish() returns trigger language plpgsql as $$
declare
  v_id text;
  v_resolution journals;
begin
  select meta->>'withdrawalId' into v_id from journals where id = old.journal_id;
  if v_id is null then
    return null;
  end if;
  select * into strict v_resolution from journals where pending_id = old.journal_id;
  update withdrawals
  set state = case v_resolution.phase when 'posted' then 'SUCCESS' else 'FAILED' end,
    reason = v_resolution.meta->>'reason', finished_at = v_resolution.posted_at, next_at = null,
    claimed_until = null, on_desk = on_desk and v_resolution.meta ? 'operatorId'
  where id = v_id
    and (state in ('PAYING', 'UNCERTAIN') or (state = 'PENDING' and v_resolution.phase = 'voided'));
  if not found then
    raise exception 'withdrawal % cannot be % now', v_id, v_resolution.phase
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger withdrawal_finish after delete on open_holds
  for each row when (old.kind = 'withdraw') execute function withdrawal_finish();
