-- What operators offer members, and every version of it (rules.md §19). The content of a version never changes: a bonus that
-- was credited names the version that it came from.
create table campaigns (
  kind text not null check (kind in ('bonus', 'promotion', 'invite', 'refund', 'wheel')),
  -- of an invite, refund or wheel the currency: there is one of each
  code text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  created_at timestamptz not null,
  -- No version up to this one is ever active again. Null: it was never stopped.
  stopped_through integer,
  stopped_at timestamptz,
  stopped_by text references operators (id),
  primary key (kind, code),
  check ((stopped_through is null) = (stopped_at is null) and (stopped_at is null) = (stopped_by is null))
);

create table campaign_versions (
  kind text not null,
  code text not null,
  version integer not null check (version > 0),
  -- contract/slices/campaign/content.ts; amounts as on the wire, in baht or kip
  content jsonb not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  -- null: from the approval on
  starts_at timestamptz,
  -- exclusive; null: until it is stopped, or a later version takes its place
  ends_at timestamptz,
  -- why it was made
  reason text not null,
  made_by text not null references operators (id),
  made_at timestamptz not null,
  decided_by text references operators (id),
  decided_at timestamptz,
  decided_reason text,
  primary key (kind, code, version),
  foreign key (kind, code) references campaigns,
  check (ends_at > starts_at),
  check ((state = 'WAITING') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  -- two people
  constraint campaign_versions_second check (state <> 'APPROVED' or decided_by <> made_by)
);
-- One waits at a time, so that a person who approves knows what comes into force.
create unique index campaign_versions_waiting on campaign_versions (kind, code) where state = 'WAITING';
create index campaign_versions_approved on campaign_versions (kind, code, version) where state = 'APPROVED';

create function campaign_versions_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'WAITING'
    and (new.kind, new.code, new.version, new.content, new.starts_at, new.ends_at, new.reason, new.made_by, new.made_at)
      is not distinct from
      (old.kind, old.code, old.version, old.content, old.starts_at, old.ends_at, old.reason, old.made_by, old.made_at)
  then
    return new;
  end if;
  raise exception 'version % of campaign %/% is kept as it is', old.version, old.kind, old.code
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger campaign_versions_keep before update or delete on campaign_versions
  for each row execute function campaign_versions_keep();
