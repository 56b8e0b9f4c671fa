-- The claim under which a hold is made (docs/decisions/0067): {"key", "holder"} of idempotency_answers. It is no fact of the money, so
-- it is no part of what is sealed; before, it stood in `meta`. Null: the journal is no hold, or no call with a key has made it.
alter table journals add column claim jsonb;

-- As before, and takes the claim out of the facts, among which it is given: nodes of the release before call these functions, too.
create or replace function ledger_post_one(
  p_at timestamptz, p_key text, p_kind text, p_phase text, p_member_id text, p_meta jsonb, p_pending_key text,
  p_reverses_id bigint, p_expect jsonb,
  p_members text[], p_names text[], p_assets text[], p_amounts bigint[]
) returns jsonb language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
declare
  v_accounts bigint[];
  v_expected bigint[] := '{}';
  v_after bigint[];
  v_lowest bigint;
  v_id bigint;
  v_pending journals;
  v_known journals;
begin
  perform pg_advisory_xact_lock_shared(7201003);
  v_accounts := ledger_accounts(p_members, p_names, p_assets);
  if p_expect is not null then
    select ledger_accounts(array_agg(e->>'member'), array_agg(e->>'name'), array_agg(e->>'asset')) into v_expected
    from jsonb_array_elements(p_expect) e;
  end if;

  with held as materialized (
    select id, balance_minor from accounts
    where id = any(v_accounts || v_expected) and member_id <> '' order by id for no key update
  )
  select array_agg(h.balance_minor + l.amount order by l.ord), min(h.balance_minor + l.amount)
  into v_after, v_lowest
  from unnest(v_accounts, p_amounts) with ordinality l (account_id, amount, ord)
    left join held h on h.id = l.account_id;

  loop
    select * into v_known from journals where key = p_key;
    if found then
      if v_known.kind = p_kind and v_known.phase = p_phase and v_known.member_id is not distinct from p_member_id
        and (select key from journals where id = v_known.pending_id) is not distinct from p_pending_key
        and v_known.reverses_id is not distinct from p_reverses_id
        and ledger_moved(v_known.id, v_accounts, p_amounts)
      then
        return jsonb_build_object('replay', ledger_journal(v_known.id));
      end if;
      return jsonb_build_object('refused', 'IDEMPOTENCY_CONFLICT');
    end if;

    if p_pending_key is not null then
      select * into v_pending from journals where key = p_pending_key and phase = 'pending';
      if not found then
        return jsonb_build_object('refused', 'NO_HOLD');
      end if;
      -- Waits for whoever resolves it at this moment; then it is gone.
      perform from open_holds where journal_id = v_pending.id for update;
      if not found then
        select * into strict v_known from journals where pending_id = v_pending.id;
        if v_known.kind = p_kind and v_known.phase = p_phase and ledger_moved(v_known.id, v_accounts, p_amounts) then
          return jsonb_build_object('replay', ledger_journal(v_known.id));
        end if;
        return jsonb_build_object('refused', 'HOLD_RESOLVED', 'by', ledger_journal(v_known.id));
      end if;
    end if;

    if p_pending_key is not null and not ledger_fits_hold(v_pending.id, v_accounts, p_amounts) then
      return jsonb_build_object('refused', 'NOT_ITS_HOLD');
    end if;

    if p_expect is not null and exists (
      select from unnest(v_expected) with ordinality x (account_id, ord)
        join accounts a on a.id = x.account_id
      where a.version <> (p_expect->(x.ord::int - 1)->>'version')::bigint)
    then
      return jsonb_build_object('refused', 'STALE');
    end if;
    if v_lowest < 0 then
      return jsonb_build_object('refused', 'MONEY_NOT_ENOUGH');
    end if;

    insert into journals (key, kind, phase, member_id, meta, claim, posted_at, pending_id, reverses_id)
    values (p_key, p_kind, p_phase, p_member_id, p_meta - 'claim', p_meta->'claim', p_at, v_pending.id, p_reverses_id)
    on conflict (key) do nothing returning id into v_id;
    -- Another transaction posted the same key between the look and the insert: look again.
    exit when found;
  end loop;

  with moved as (
    update accounts a set balance_minor = a.balance_minor + l.amount, version = a.version + 1
    from unnest(v_accounts, p_amounts) l (account_id, amount)
    where a.id = l.account_id and a.member_id <> ''
  )
  insert into entries (journal_id, leg, account_id, amount_minor, balance_after_minor)
  select v_id, l.ord, l.account_id, l.amount, l.after
  from unnest(v_accounts, p_amounts, v_after) with ordinality l (account_id, amount, after, ord);
  if p_phase = 'pending' then
    insert into open_holds values (v_id, p_kind, p_member_id, p_at);
  elsif p_pending_key is not null then
    delete from open_holds where journal_id = v_pending.id;
  end if;
  return jsonb_build_object('id', v_id);
end $$;

-- As before, and likewise.
create or replace function ledger_post_batch(
  p_now timestamptz,
  p_keys text[], p_kinds text[], p_phases text[], p_member_ids text[], p_metas jsonb[], p_pending_keys text[],
  p_reverses_ids bigint[], p_expects jsonb[],
  p_leg_posting int[], p_leg_members text[], p_leg_names text[], p_leg_assets text[], p_leg_amounts bigint[]
) returns jsonb language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
declare
  v_at timestamptz := coalesce(p_now, clock_timestamp());
  v_count int := cardinality(p_keys);
  v_accounts bigint[];
  v_after bigint[];
  v_ids bigint[];
  v_pending_ids bigint[];
  v_together boolean;
  v_first int := 1;
  v_last int;
  v_outcomes jsonb[] := '{}';
begin
  perform pg_advisory_xact_lock_shared(7201003);
  if v_count > 1 then
    v_accounts := ledger_accounts(p_leg_members, p_leg_names, p_leg_assets);
    perform from accounts where id = any(v_accounts) and member_id <> '' order by id for no key update;
    -- Balances as they would follow each other posting by posting; null in house accounts.
    select array_agg(after order by ord), coalesce(min(after), 0) >= 0 into v_after, v_together
    from (
      select l.ord, case when a.member_id <> '' then
        a.balance_minor + sum(l.amount) over (partition by l.account_id order by l.ord) end as after
      from unnest(v_accounts, p_leg_amounts) with ordinality l (account_id, amount, ord)
        join accounts a on a.id = l.account_id
    ) t;
    v_together := v_together and array_remove(p_expects, null) = '{}'
      and (select count(distinct key) = v_count from unnest(p_keys) key)
      and not exists (select from journals where key = any(p_keys));
  end if;

  if v_together and array_remove(p_pending_keys, null) <> '{}' then
    select array_agg(j.id order by p.ord) into v_pending_ids
    from unnest(p_pending_keys) with ordinality p (key, ord) left join journals j on j.key = p.key;
    -- Waits for whoever resolves one of them at this moment; then it is gone.
    perform from open_holds where journal_id = any(v_pending_ids) order by journal_id for update;
    v_together := cardinality(array_remove(p_pending_keys, null))
      = (select count(*) from open_holds where journal_id = any(v_pending_ids))
      -- As ledger_fits_hold, of all of them at once.
      and (
        select array_agg((p.ord, e.account_id, e.amount_minor) order by p.ord, e.account_id)
        from unnest(v_pending_ids) with ordinality p (id, ord),
          lateral (select account_id, amount_minor from entries where journal_id = p.id and amount_minor > 0 offset 0) e
      ) is not distinct from (
        select array_agg((l.posting::bigint, l.account_id, -l.amount) order by l.posting, l.account_id)
        from unnest(p_leg_posting, v_accounts, p_leg_amounts) l (posting, account_id, amount)
        where l.amount < 0 and v_pending_ids[l.posting] is not null);
  end if;

  if v_together then
    v_ids := array(select nextval('journals_id_seq') from generate_series(1, v_count));
    with posted as (
      insert into journals (id, key, kind, phase, member_id, meta, claim, posted_at, pending_id, reverses_id)
      select p.id, p.key, p.kind, p.phase, p.member_id, p.meta - 'claim', p.meta->'claim', v_at, p.pending_id,
        p.reverses_id
      from unnest(v_ids, p_keys, p_kinds, p_phases, p_member_ids, p_metas, v_pending_ids, p_reverses_ids)
        p (id, key, kind, phase, member_id, meta, pending_id, reverses_id)
    ), moved as (
      update accounts a set balance_minor = a.balance_minor + l.amount, version = a.version + l.entries
      from (
        select account_id, sum(amount)::bigint as amount, count(*) as entries
        from unnest(v_accounts, p_leg_amounts, v_after) l (account_id, amount, after)
        where after is not null group by account_id
      ) l
      where a.id = l.account_id
    ), resolved as (
      delete from open_holds where journal_id = any(array_remove(v_pending_ids, null))
    ), held as (
      insert into open_holds
      select p.id, p.kind, p.member_id, v_at
      from unnest(v_ids, p_kinds, p_phases, p_member_ids) p (id, kind, phase, member_id)
      where p.phase = 'pending'
    )
    insert into entries (journal_id, leg, account_id, amount_minor, balance_after_minor)
    select v_ids[l.posting], row_number() over (partition by l.posting order by l.ord), l.account_id, l.amount, l.after
    from unnest(p_leg_posting, v_accounts, p_leg_amounts, v_after) with ordinality
      l (posting, account_id, amount, after, ord);
    return jsonb_build_object('postedAt', v_at, 'ids', to_jsonb(v_ids));
  end if;

  for i in 1..v_count loop
    v_last := v_first;
    while p_leg_posting[v_last + 1] = i loop
      v_last := v_last + 1;
    end loop;
    v_outcomes := v_outcomes || ledger_post_one(
      v_at, p_keys[i], p_kinds[i], p_phases[i], p_member_ids[i], p_metas[i], p_pending_keys[i], p_reverses_ids[i],
      p_expects[i], p_leg_members[v_first:v_last], p_leg_names[v_first:v_last], p_leg_assets[v_first:v_last],
      p_leg_amounts[v_first:v_last]);
    v_first := v_last + 1;
  end loop;
  return jsonb_build_object('postedAt', v_at, 'outcomes', to_jsonb(v_outcomes));
end $$;

-- As before, and reads the claim where it is now.
create or replace function idempotency_fence() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
declare
  v_lost text;
  v_sessions text[];
  v_alive int;
begin
  select max(c.claim->>'key') filter (where a.is_held is null), array_agg(distinct a.session)
  into v_lost, v_sessions
  from (
    select o.member_id, j.claim
    from added o, lateral (select claim from journals where id = o.journal_id and member_id = o.member_id offset 0) j
    where j.claim is not null
    offset 0) c
    left join lateral (
      select true as is_held, session from idempotency_answers
      where member_id = c.member_id and key = c.claim->>'key' and holder = c.claim->>'holder' and status is null
      for share) a on true;
  if v_lost is not null then
    raise exception 'the claim of key % is another''s', v_lost
      using errcode = 'check_violation', constraint = 'idempotency_claim';
  end if;
  v_sessions := array_remove(v_sessions, null);
  if v_sessions <> '{}' then
    select count(*) into v_alive from (
      select from sessions where hash = any(v_sessions) and revoked_at is null order by hash for share) s;
    if v_alive < cardinality(v_sessions) then
      raise exception 'the session that claimed a key has ended'
        using errcode = 'check_violation', constraint = 'session_ended';
    end if;
  end if;
  return null;
end $$;
