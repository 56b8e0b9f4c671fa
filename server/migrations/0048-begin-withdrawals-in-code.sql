-- A withdrawal's row is begun and ended by the server's own transaction (server/slices/withdraw/begin.ts and end.ts): the
-- triggers that did it, and read the day's limits out of a journal's `meta`, are gone.
drop trigger withdrawals_open on open_holds;
drop function withdrawals_open();
drop trigger withdrawals_finish on open_holds;
drop function withdrawals_finish();

-- What is left of them is a constraint: no transaction may leave a withdrawal's row and its hold saying different things,
-- whoever wrote it. Looked at when it commits.
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
