-- As before, and without a door for holds that name no withdrawal, which only the demo's past had.
create or replace function withdrawals_check_hold() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
declare
  v_journal_id bigint := case tg_op when 'DELETE' then old.journal_id else new.journal_id end;
  v_id text := (select meta->>'withdrawalId' from journals where id = v_journal_id);
  v_end text := (select phase from journals where pending_id = v_journal_id);
  v_state text := (select state from withdrawals where id = v_id);
begin
  if v_end is null and (v_state is null or v_state in ('SUCCESS', 'FAILED')) then
    raise exception 'withdrawal % is held, its row is %', coalesce(v_id, 'without a name'), coalesce(v_state, 'missing')
      using errcode = 'integrity_constraint_violation';
  end if;
  if v_end is not null and v_state is distinct from (case v_end when 'posted' then 'SUCCESS' else 'FAILED' end) then
    raise exception 'withdrawal % cannot be posted or voided now, its row is %',
      coalesce(v_id, 'without a name'), coalesce(v_state, 'missing')
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
