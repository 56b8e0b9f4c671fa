-- When a bet was placed, what became of it, and what its provider says was at risk (rules.md §4.6). Null: it does not say so.
-- A correction is a row of its own, with the differences that it makes: its amounts may be negative.
alter table bets
  add column placed_at timestamptz,
  add column status text not null default 'settled' check (status in ('settled', 'void', 'corrected')),
  add column valid_stake_minor bigint,
  -- the id of the bet that it corrects
  add column corrects text,
  drop constraint bets_stake_minor_check,
  drop constraint bets_win_minor_check,
  add constraint bets_signs check (status = 'corrected'
    or (stake_minor >= 0 and win_minor >= 0 and coalesce(valid_stake_minor, 0) >= 0)),
  add constraint bets_corrects_check check ((status = 'corrected') = (corrects is not null));
create index bets_corrects on bets (game, corrects) where corrects is not null;

alter table held_bets
  add column placed_at timestamptz,
  add column status text not null default 'settled' check (status in ('settled', 'void', 'corrected')),
  add column valid_stake_minor bigint check (valid_stake_minor >= 0),
  add column corrects text,
  add constraint held_bets_corrects_check check ((status = 'corrected') = (corrects is not null));

-- Corrections as they were reported: the bet as it is from then on. One that comes before its bet waits here.
create table bet_corrections (
  game text not null,
  -- the correction's own id, as of a bet
  id text not null,
  corrects text not null,
  member_id text not null,
  product text not null,
  stake_minor bigint not null check (stake_minor >= 0),
  win_minor bigint not null check (win_minor >= 0),
  valid_stake_minor bigint check (valid_stake_minor >= 0),
  currency text not null check (currency in ('THB', 'LAK')),
  settled_at timestamptz not null,
  source text not null check (source in ('report', 'asked')),
  received_at timestamptz not null,
  -- whether its differences are in `bets`
  applied boolean not null default false,
  primary key (game, id)
);
create index bet_corrections_of on bet_corrections (game, corrects);
create index bet_corrections_waiting on bet_corrections (game, corrects) where not applied;

-- What was lost at providers that report no bets, and may be the stake of an open bet still: until the provider's hours are over
-- (rules.md §4.6). `key`: of the play result's journal.
create table silent_losses (
  key text primary key,
  member_id text not null,
  game text not null,
  product text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  -- less what came back since
  left_minor bigint not null check (left_minor > 0),
  lost_at timestamptz not null,
  due_at timestamptz not null
);
create index silent_losses_due on silent_losses (due_at, key);
create index silent_losses_member on silent_losses (member_id, game, lost_at);

-- When all that a provider had was read last: what is open at it by then and later comes in no report lapses (rules.md §7.2).
alter table bet_cursors add column caught_up_at timestamptz;

-- Money that a member had staked before a bonus was credited (rules.md §7.2), by the game's code: at the credit, and what is left
-- of it on bets that are not settled. A game is absent where it reports no bets, or where nothing differed.
alter table member_bonuses
  add column own_open jsonb not null default '{}',
  add column own_open_left jsonb not null default '{}',
  -- what such bets have won (positive) or lost since
  add column own_play_minor bigint not null default 0;
