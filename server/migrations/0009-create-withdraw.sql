-- Withdrawals (rules.md §6). The money is the ledger's hold of kind `withdraw`; a row says whom it is for and how far
-- it is. One transaction makes both, and one ends both (docs/decisions/0024).
create table withdrawals (
  -- from the member and the Idempotency-Key; the payout's id at the bank. The hold's key is `withdraw:{id}`.
  id text primary key,
  -- without a foreign key: the row is made from the member's bank account, which has one
  member_id text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  -- the registered account as it was when the member asked
  bank_code text not null,
  account_no text not null,
  account_name text not null,
  -- PENDING: an operator decides. APPROVED: to be paid. PAYING: a node asks the bank to pay. UNCERTAIN: the bank may
  -- have it and is asked what became of it. SUCCESS: paid. FAILED: the money is back in the wallet.
  state text not null check (state in ('PENDING', 'APPROVED', 'PAYING', 'UNCERTAIN', 'SUCCESS', 'FAILED')),
  -- Bangkok day, of the daily limits
  day date not null,
  created_at timestamptz not null,
  -- who approved; null: the limit for automatic approval did
  operator_id text,
  -- when a node first took it to the bank
  sent_at timestamptz,
  -- of a failed one, why
  reason text,
  finished_at timestamptz,
  check ((state in ('SUCCESS', 'FAILED')) = (finished_at is not null))
) with (fillfactor = 70);
create index withdrawals_member_day on withdrawals (member_id, day);
create index withdrawals_waiting on withdrawals (created_at, id) where state = 'PENDING';
create index withdrawals_member_open on withdrawals (member_id) where finished_at is null;
create index withdrawals_id_prefix on withdrawals (id text_pattern_ops);

-- No transaction may leave a withdrawal's row and its hold saying different things. The triggers check at the commit.
-- The function's settings force index look-ups (see 0001-create-ledger.sql).
create function withdrawals_check_hold() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
declare
  v_journal_id bigint := case tg_op when 'DELETE' then old.journal_id else new.journal_id end;
  v_id text := (select meta->>'withdrawalId' from journals where id = v_journal_id);
  v_end text := (select phase from journals where pending_id = v_journal_id);
  v_state text := (select state from withdrawals where id = v_id);
begin
  -- The demo world's past has holds without a withdrawal.
  if v_id is null then
    return null;
  end if;
  if v_end is null and (v_state is null or v_state in ('SUCCESS', 'FAILED')) then
    raise exception 'withdrawal % is held, its row is %', v_id, coalesce(v_state, 'missing')
      using errcode = 'integrity_constraint_violation';
  end if;
  if v_end is not null and v_state is distinct from (case v_end when 'posted' then 'SUCCESS' else 'FAILED' end) then
    raise exception 'withdrawal % cannot be posted or voided now, its row is %', v_id, coalesce(v_state, 'missing')
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger withdrawals_hold_opens after insert on open_holds
  deferrable initially deferred for each row when (new.kind = 'withdraw') execute function withdrawals_check_hold();
create constraint trigger withdrawals_hold_ends after delete on open_holds
  deferrable initially deferred for each row when (old.kind = 'withdraw') execute function withdrawals_check_hold();
