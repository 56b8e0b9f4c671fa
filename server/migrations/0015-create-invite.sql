-- What invited friends bring (rules.md §9), and two things that every job of a day needs: how far it is, and which version of
-- a campaign was in force then.

-- How far jobs are that calculate each day's bets (server/slices/game/bets/daily.ts). A row moves on in the transaction that
-- stores what was calculated.
create table bet_day_jobs (
  job text primary key,
  -- the day that is calculated next; all before it are done
  day date not null,
  -- members of that day up to this one are done; empty: none is
  after_member text not null default ''
);

-- Every stop of a campaign: `campaigns` knows the last one only.
create table campaign_stops (
  kind text not null,
  code text not null,
  -- no version up to this one was active from then on
  through integer not null,
  stopped_at timestamptz not null,
  primary key (kind, code, through),
  foreign key (kind, code) references campaigns
);
insert into campaign_stops (kind, code, through, stopped_at)
select kind, code, stopped_through, stopped_at from campaigns where stopped_through is not null;
create trigger campaign_stops_append_only before update or delete or truncate on campaign_stops
  for each statement execute function ledger_refuse();

-- A friend's bets of one Bangkok day, and what they brought the inviter.
create table invite_days (
  id bigint generated always as identity primary key,
  inviter_id text not null references members (id),
  invitee_id text not null references members (id),
  day date not null,
  currency text not null check (currency in ('THB', 'LAK')),
  stake_minor bigint not null,
  win_minor bigint not null,
  -- of the loss, and the version of the campaign that says so
  percent double precision not null,
  version integer not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- why it brought nothing; the member is not told
  reason text check (
    reason in ('NO_LOSS', 'BELOW_MIN', 'OTHER_CURRENCY', 'SAME_BANK', 'SAME_DEVICE', 'SAME_PAYER')),
  created_at timestamptz not null,
  constraint invite_days_unique unique (invitee_id, day),
  check ((amount_minor > 0) = (reason is null))
);
create index invite_days_inviter on invite_days (inviter_id, id desc);
create index invite_days_paid on invite_days (inviter_id, id desc) where amount_minor > 0;
create trigger invite_days_append_only before update or delete or truncate on invite_days
  for each statement execute function ledger_refuse();

-- Invite money that was moved to the wallet: once a Bangkok day.
create table invite_receipts (
  -- made from the key of the call, so that its repetition finds it
  id text primary key,
  member_id text not null references members (id),
  day date not null,
  amount_minor bigint not null check (amount_minor > 0),
  bonus_id text not null,
  created_at timestamptz not null,
  constraint invite_receipts_day unique (member_id, day)
);
