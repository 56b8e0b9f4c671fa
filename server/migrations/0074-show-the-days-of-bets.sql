-- What each daily job made of each day, for the page of days: written in the transactions that calculate it (rules.md §4.6).
create table bet_day_sums (
  day date not null,
  job text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  -- members whose day was calculated, and those of them whose day brings something
  members integer not null,
  rewarded integer not null,
  amount_minor bigint not null,
  primary key (day, job, currency)
);
create table bet_day_results (
  day date not null,
  job text not null,
  -- when its last member was calculated
  calculated_at timestamptz not null,
  -- no offer was in force: nothing was calculated
  is_empty boolean not null,
  primary key (day, job)
);

insert into bet_day_sums (day, job, currency, members, rewarded, amount_minor)
select day, 'invite', currency, count(*), count(*) filter (where amount_minor > 0), sum(amount_minor)
from invite_days group by day, currency
union all
select day, 'refund', currency, count(*), count(*) filter (where amount_minor > 0), sum(amount_minor)
from refund_days group by day, currency;
insert into bet_day_results (day, job, calculated_at, is_empty)
select d.day, d.job, max(d.created_at), false
from (select day, 'invite' as job, created_at from invite_days
  union all select day, 'refund', created_at from refund_days) d
join bet_day_jobs j on j.job = d.job and j.day > d.day
group by d.day, d.job;

-- Wishes to close a day without the providers that have not said which bets it had. Another person decides, at the desk.
create table bet_day_closings (
  id bigint generated always as identity primary key,
  day date not null,
  -- the providers that it is to be closed without, by code
  providers text[] not null check (cardinality(providers) > 0),
  reason text not null,
  made_by text not null references operators (id),
  made_at timestamptz not null,
  -- LAPSED: the day was closed without it
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'REFUSED', 'LAPSED')),
  decided_by text references operators (id),
  decided_at timestamptz,
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state in ('DONE', 'REFUSED')) = (decided_by is not null))
);
create unique index bet_day_closings_waiting on bet_day_closings (day) where state = 'WAITING';
create index bet_day_closings_day on bet_day_closings (day, id desc);
