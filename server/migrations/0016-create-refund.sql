-- Cashback of lost days (rules.md §10).

-- Bets that were settled while a bonus of their member was active, summed as `bet_days` sums all. Written in the transaction
-- that stores the bets: whether a bonus was active then never changes.
create table bonus_funded_days (
  member_id text not null,
  day date not null,
  stake_minor bigint not null,
  win_minor bigint not null,
  primary key (member_id, day)
) with (fillfactor = 70);

-- Cashback that a member claimed: it moved to the account `refund`.
create table refund_claims (
  -- made from the key of the call, so that its repetition finds it
  id text primary key,
  member_id text not null references members (id),
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null
);
create index refund_claims_member on refund_claims (member_id, created_at desc, id);

-- What a lost day brings, and how it was calculated.
create table refund_days (
  member_id text not null references members (id),
  day date not null,
  currency text not null check (currency in ('THB', 'LAK')),
  -- [{product, stakeMinor, winMinor}], and of what bonus money paid {stakeMinor, winMinor} or null
  products jsonb not null,
  bonus_funded jsonb,
  -- what counts; at most 0: nothing
  loss_minor bigint not null,
  -- of the loss, at most the maximum, by a version of the campaign
  percent double precision not null,
  max_minor bigint not null,
  version integer not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- null: not claimed
  claim_id text references refund_claims (id),
  created_at timestamptz not null,
  primary key (member_id, day)
);
create index refund_days_claim on refund_days (claim_id) where claim_id is not null;

-- Claimed cashback that was moved to the wallet.
create table refund_moves (
  -- made from the key of the call, so that its repetition finds it
  id text primary key,
  member_id text not null references members (id),
  amount_minor bigint not null check (amount_minor > 0),
  bonus_id text not null,
  created_at timestamptz not null
);
