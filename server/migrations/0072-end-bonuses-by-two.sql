-- Bonuses that two people end (rules.md §7.7).

-- A wish to end an active bonus, which waits in the queue `bonus-end` for those who decide it.
create table bonus_endings (
  id text primary key,
  bonus_id text not null references member_bonuses,
  member_id text not null references members,
  currency text not null check (currency in ('THB', 'LAK')),
  -- GIVE_BACK: bonus and winnings go back. IN_FAVOUR: the member keeps all.
  way text not null check (way in ('GIVE_BACK', 'IN_FAVOUR')),
  -- what was to go back when it was asked for, for the desk's list
  amount_minor bigint not null check (amount_minor >= 0),
  -- null: nobody asked, the bonus could not end by itself for too long
  asked_by text references operators (id),
  -- GONE: the bonus has ended otherwise, or another wish took its place
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'REFUSED', 'GONE')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'WAITING') = (ended_at is null))
);
-- One at a time, and one that nobody asked for.
create unique index bonus_endings_waiting on bonus_endings (bonus_id) where state = 'WAITING';
create unique index bonus_endings_by_itself on bonus_endings (bonus_id) where asked_by is null;

-- Active bonuses that would end if games answered, or bets there were settled.
create table bonus_hindered (
  bonus_id text primary key references member_bonuses,
  since timestamptz not null,
  games text[] not null,
  has_open_bets boolean not null,
  -- when these bets count as settled; null: no such bets, or only a report decides
  until timestamptz,
  -- whether it was shown at the desk
  is_shown boolean not null default false
);
create index bonus_hindered_since on bonus_hindered (since) where not is_shown;

-- Where a member keeps all, no money moves, and two people vote on that.
alter table desk_votes drop constraint desk_votes_amount_minor_check;
alter table desk_votes add constraint desk_votes_amount_minor_check check (amount_minor >= 0) not valid;
alter table desk_votes validate constraint desk_votes_amount_minor_check;

-- How a bonus ended that two people ended: ENDED.
alter table outcomes drop constraint outcomes_result_check;
alter table outcomes add constraint outcomes_result_check
  check (result in ('DONE', 'REFUSED', 'EXPIRED', 'FAILED', 'RETURNED', 'TAKEN_BACK', 'ENDED'));
