-- Held bets wait at the desk (queue `bet-review`). They stay in this table whatever is decided, so that no other report of
-- their id is held or counted. `allowed_at` is set by nobody any more; only the version before looks at it.
alter table held_bets
  -- the id of its item at the desk, in the order in which they came
  add column number bigint generated always as identity,
  add column state text not null default 'waiting' check (state in ('waiting', 'counted', 'refused')),
  add column operator_id text,
  add column decided_at timestamptz,
  -- the last report of the same id with other content, while it waited
  add column other_at timestamptz,
  add column other_stake_minor bigint,
  add column other_win_minor bigint,
  add column other_settled_at timestamptz,
  add check ((state = 'waiting') = (decided_at is null));
create unique index held_bets_number on held_bets (number);
create index held_bets_waiting on held_bets (number) where state = 'waiting';
create index held_bets_waiting_of on held_bets (member_id, number) where state = 'waiting';
