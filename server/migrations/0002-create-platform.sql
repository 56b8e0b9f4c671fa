-- What every feature uses: settings, the installation's kind, rate limits, refused calls, and idempotency keys.

-- Numbers and switches that the operator may change without a deployment. A key that is absent has its default in the
-- code.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Whether this database belongs to a demo or is in real use. A demo's people have public passwords and its sandbox
-- makes money out of nothing, so a database is one or the other from its first start on (rules.md §15).
create table installation (
  is_only boolean primary key default true check (is_only),
  kind text not null check (kind in ('demo', 'live')),
  since timestamptz not null default now()
);

-- The latest calls that count towards a limit, as many per key as the limit needs.
create table limiter_turns (
  key text primary key,
  turns timestamptz[] not null,
  -- whether the last call was refused
  refused boolean not null default false,
  last_at timestamptz not null
);
create index limiter_turns_last_at on limiter_turns (last_at);

-- Refused calls that members may ask support about, by the reference that they were shown: which call, when, whose, and
-- why. Nothing of what was sent is kept. No foreign key to members: rows are written beside the calls and wait for no
-- lock.
create table refused_calls (
  -- as it was shown; it is also the call's id in the server's log
  reference text not null,
  at timestamptz not null,
  -- as the contract names it, e.g. POST /api/wallet/withdraw
  endpoint text not null,
  -- null: nobody was logged in
  member_id text,
  code text not null
);
-- People read references out: case is lost on the way.
create unique index refused_calls_reference on refused_calls (lower(reference));
create index refused_calls_at on refused_calls (at);

-- Idempotency keys --------------------------------------------------------------------------------------------------

-- The keys of calls that move money, and their first answers, which are replayed for 24 hours (rules.md §1.5). A call
-- claims its key before it does anything: a row without a status is a claim. One node holds it until `claimed_until`
-- and renews it while it works; a node that finds it expired takes it over.
create table idempotency_answers (
  member_id text not null,
  key text not null,
  -- of the call and its body: the key with another body is refused
  fingerprint text not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null,
  -- names the node and the one call that has, or had, the key
  holder text,
  -- by the database's clock, which is the same for every node
  claimed_until timestamptz,
  primary key (member_id, key),
  constraint idempotency_answers_answer check ((status is null) = (answer is null)),
  constraint idempotency_answers_claim check (status is not null or (holder is not null and claimed_until is not null))
) with (fillfactor = 70); -- Room for the answer on the page of its claim.
create index idempotency_answers_created_at on idempotency_answers (created_at);

-- A hold whose journal names a claim in its `meta` is made only while that claim is held. A node that was suspended, or
-- a statement whose connection broke and that still runs in the database, would otherwise move money under a key that
-- another node has refused meanwhile. The claims stay locked until the hold is committed, and a locked one is never
-- taken over. `offset 0` makes the look-ups follow the inserted rows; a plan made while journals were few would read
-- them all.
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
