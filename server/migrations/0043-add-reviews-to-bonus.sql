-- Free credit and codes that wait for a person, because somebody tied to the member has had the same (rules.md §7.5). What is
-- reserved for one is counted where it is counted once it is given: `bonus_budgets.reserved_minor`, or a use of the code.
create table bonus_reviews (
  -- of the bonus that it becomes
  id text primary key,
  member_id text not null references members,
  currency text not null check (currency in ('THB', 'LAK')),
  -- what is to be credited, by which version of which campaign; a copy, as in member_bonuses
  source text not null check (source in ('bonus', 'promotion')),
  campaign text not null,
  version integer not null,
  description jsonb not null,
  terms jsonb not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- who has more than this in all plays on first
  max_total_minor bigint not null,
  -- the Bangkok day on which its use counts
  day date not null,
  -- who had it: [{memberId, reasons, at, isWaiting}]
  tied jsonb not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'CREDITED', 'REFUSED', 'WITHDRAWN')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'WAITING') = (ended_at is null))
);
-- One at a time, as of open bonuses.
create unique index bonus_reviews_member_waiting on bonus_reviews (member_id) where state = 'WAITING';
create index bonus_reviews_waiting on bonus_reviews (created_at, id) where state = 'WAITING';
create index bonus_reviews_member on bonus_reviews (member_id, created_at desc);

-- A decision of one of two people does not outlive the item.
create trigger bonus_reviews_leave_desk after update of state on bonus_reviews
  for each row when (old.state = 'WAITING' and new.state <> 'WAITING')
  execute function desk_forget('bonus-review', 'id');
