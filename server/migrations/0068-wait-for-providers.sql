-- For how many hours a day that is over has waited for game providers (rules.md §4.6). An hour counts if somebody looked at its
-- beginning and at its end, so that hours in which no server ran are none.
create table bet_day_waits (
  day date primary key,
  hours integer not null check (hours >= 0),
  looked_at timestamptz not null
);

-- The providers that a day was closed without: they had not said yet which bets it had.
alter table closed_bet_days add column unasked text[] not null default '{}';
