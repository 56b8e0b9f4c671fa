-- Functions look tables up in these schemas whoever calls them, so that a table that a session makes for itself, under the
-- name of one of ours, is not taken for it: the check of entries compares them with `accounts`. Pure functions read no
-- table, and PostgreSQL would no longer inline them.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile <> 'i'
      -- of ours: somebody else's may not be altered
      and pg_has_role(p.proowner, 'usage')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', v_function);
  end loop;
end $$;

-- By which key the secrets in this database are sealed: its fingerprint, which says nothing of the key. Null until a server
-- of this version starts.
alter table installation add column key_fingerprint text;

-- Bets that a provider reported and that count only when a person has let them: whoever has its secret could otherwise meet
-- any condition by one report. `reason`: the stake is larger than a real one is, or the time is far from now.
create table held_bets (
  game text not null,
  id text not null,
  member_id text not null,
  product text not null,
  stake_minor bigint not null check (stake_minor >= 0),
  win_minor bigint not null check (win_minor >= 0),
  currency text not null check (currency in ('THB', 'LAK')),
  settled_at timestamptz not null,
  source text not null check (source in ('report', 'asked')),
  received_at timestamptz not null,
  reason text not null check (reason in ('stake', 'time')),
  -- when a person let it count; it is taken up within seconds, and leaves the table
  allowed_at timestamptz,
  primary key (game, id)
);
