-- A key is claimed before anything is done under it (rules.md §1.5): a row without a status is a claim. One node holds it
-- until `claimed_until` and renews it while it works; whoever finds it expired takes it over.
alter table idempotency_answers
  alter column status drop not null,
  alter column answer drop not null,
  -- names the node and the one undertaking that has, or had, the key; null: answered before there were claims
  add column holder text,
  -- by the database's clock, which is the same for every node
  add column claimed_until timestamptz,
  add constraint idempotency_answers_answer check ((status is null) = (answer is null)),
  add constraint idempotency_answers_claim check (status is not null or (holder is not null and claimed_until is not null)),
  -- room for the answer on the page of its claim
  set (fillfactor = 70);

-- A hold whose journal names a claim in its `meta` is made only while that claim is held. A node that slept, or a
-- statement whose connection broke and that still runs in the database, would otherwise move money under a key that
-- another node has refused meanwhile. The claims stay locked until the hold is committed; nobody takes over a locked one.
create function idempotency_fence() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
declare
  v_lost text;
begin
  select c.claim->>'key' into v_lost
  from (
    select o.member_id, j.meta->'claim' as claim
    from added o, lateral (select meta from journals where id = o.journal_id and member_id = o.member_id offset 0) j
    where j.meta ? 'claim'
    offset 0) c
    left join lateral (
      select true as is_held from idempotency_answers
      where member_id = c.member_id and key = c.claim->>'key' and holder = c.claim->>'holder' and status is null
      for share) a on true
  where a.is_held is null
  limit 1;
  if found then
    raise exception 'the claim of key % is another''s', v_lost
      using errcode = 'check_violation', constraint = 'idempotency_claim';
  end if;
  return null;
end $$;

create trigger idempotency_fence after insert on open_holds referencing new table as added
  for each statement execute function idempotency_fence();
