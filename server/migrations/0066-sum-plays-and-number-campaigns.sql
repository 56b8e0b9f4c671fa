-- What a member has won (positive) or lost at each game by all play results, and when the last one was read: a life of play is
-- not added up each time that a bonus begins or ends (rules.md §4.6). `npm run ledger:verify` compares it with the entries.
create table play_sums (
  account_id bigint primary key references accounts,
  amount_minor bigint not null,
  last_at timestamptz not null
) with (fillfactor = 50); -- As accounts: each play result updates its row.

-- A trigger and not a part of `ledger_post_batch`: a call that waits at the gate while this file runs goes on with the function
-- that it began. `offset 0` makes PostgreSQL look up each journal, and not go through all play. Rows are locked by the locks of their accounts, which every posting has by now.
create function ledger_sum_plays() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
begin
  insert into play_sums as s (account_id, amount_minor, last_at)
  select e.account_id, sum(e.amount_minor)::bigint, max(j.posted_at)
  from added e, lateral (select posted_at from journals where id = e.journal_id and kind = 'play' offset 0) j
  where e.balance_after_minor is not null
  group by e.account_id order by e.account_id
  on conflict (account_id) do update
    set amount_minor = s.amount_minor + excluded.amount_minor, last_at = greatest(s.last_at, excluded.last_at);
  return null;
end $$;

-- What is sealed does not change any more, so it is added up while postings go on; they wait only while the rest is.
do $$
declare
  v_sealed bigint := (select coalesce(max(to_journal_id), 0) from seals);
begin
  insert into play_sums (account_id, amount_minor, last_at)
  select e.account_id, sum(e.amount_minor)::bigint, max(j.posted_at)
  from journals j join entries e on e.journal_id = j.id
  where j.kind = 'play' and j.id <= v_sealed and e.balance_after_minor is not null
  group by e.account_id;

  lock table entries in share row exclusive mode;
  insert into play_sums as s (account_id, amount_minor, last_at)
  select e.account_id, sum(e.amount_minor)::bigint, max(j.posted_at)
  from journals j join entries e on e.journal_id = j.id
  where j.kind = 'play' and j.id > v_sealed and e.balance_after_minor is not null
  group by e.account_id
  on conflict (account_id) do update
    set amount_minor = s.amount_minor + excluded.amount_minor, last_at = greatest(s.last_at, excluded.last_at);
end $$;

create trigger entries_sum_plays after insert on entries referencing new table as added
  for each statement execute function ledger_sum_plays();

-- The latest change of what a campaign offers (rules.md §19.3): a node reads again what has a greater number than it knows.
create table campaign_changes (
  kind text not null,
  code text not null,
  revision bigint not null,
  primary key (kind, code),
  foreign key (kind, code) references campaigns
);
create index campaign_changes_revision on campaign_changes (revision);

-- At the end of the transaction, and one transaction after the other until each has committed: whoever reads a number has read
-- all that are below it.
create function campaigns_number_change() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table campaign_changes in share row exclusive mode;
  insert into campaign_changes (kind, code, revision)
  select new.kind, new.code, coalesce(max(revision), 0) + 1 from campaign_changes
  on conflict (kind, code) do update set revision = excluded.revision;
  return null;
end $$;
create constraint trigger campaign_versions_number after insert or update on campaign_versions
  deferrable initially deferred for each row when (new.state = 'APPROVED') execute function campaigns_number_change();
create constraint trigger campaigns_number after update of stopped_through on campaigns
  deferrable initially deferred for each row execute function campaigns_number_change();
