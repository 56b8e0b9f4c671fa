-- Money that the house gave under a condition, one row each, from the wish to its end (rules.md §7). The terms are a copy:
-- what is changed in the campaign later changes nothing here.
create table member_bonuses (
  id text primary key,
  member_id text not null references members,
  currency text not null check (currency in ('THB', 'LAK')),
  -- What gave it, and which version of which campaign.
  source text not null check (source in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw')),
  campaign text not null,
  version integer not null,
  -- {th, la, en}
  description jsonb not null,
  terms jsonb not null,
  -- Of one that waits for a deposit: the least deposit, the percentage, and the most that it brings.
  by_deposit jsonb,
  state text not null
    check (state in ('ARMED', 'ACTIVE', 'FINISHED', 'FAILED', 'FORFEITED', 'EXPIRED', 'CANCELLED')),
  created_at timestamptz not null,
  -- From the credit on: what it was made of, and the journal behind which the member's later money stands.
  credited_at timestamptz,
  expires_at timestamptz,
  deposit_minor bigint not null default 0,
  bonus_minor bigint not null default 0,
  base_minor bigint not null default 0,
  journal_id bigint,
  -- Weighted stakes of bets settled since, and what they have to reach; null where the balance decides.
  turnover_minor bigint not null default 0,
  required_minor bigint,
  ended_at timestamptz,
  -- What the end was decided by (condition.ts Progress).
  ended_by jsonb,
  check ((state in ('ARMED', 'ACTIVE')) = (ended_at is null)),
  check (state not in ('ACTIVE', 'FINISHED', 'FAILED', 'FORFEITED', 'EXPIRED')
    or (credited_at is not null and journal_id is not null))
);
-- One at a time.
create unique index member_bonuses_open on member_bonuses (member_id) where state in ('ARMED', 'ACTIVE');
create index member_bonuses_member on member_bonuses (member_id, created_at desc);
create index member_bonuses_expiry on member_bonuses (expires_at) where state = 'ACTIVE';
create index member_bonuses_reached on member_bonuses (id)
  where state = 'ACTIVE' and turnover_minor >= required_minor;
