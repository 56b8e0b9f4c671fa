-- Coins and the prize wheel (rules.md §11). Coins themselves are balances of the ledger; here stand the facts that they
-- come from, and what was drawn with them.

-- What a member's deposits of one Bangkok day have brought. Written while the member's wallet is locked.
create table coin_days (
  member_id text not null references members,
  day date not null,
  currency text not null check (currency in ('THB', 'LAK')),
  -- what brought one coin when the day's first deposit came, and does for the rest of it; 0: deposits brought none
  price_minor bigint not null check (price_minor >= 0),
  -- deposits of the day that were not taken back
  sum_minor bigint not null check (sum_minor >= 0),
  -- credited for them and not taken back
  coins bigint not null check (coins >= 0),
  primary key (member_id, day)
) with (fillfactor = 70);
create index coin_days_day on coin_days (currency, day) include (coins);

-- The server's part of a member's draws. The text is sealed until it is revealed; only its hash is told before.
create table spin_seeds (
  id text primary key,
  member_id text not null references members,
  -- of the text, 64 hexadecimal digits
  sha256 text not null,
  sealed text,
  server_seed text,
  -- of the next spin
  nonce integer not null default 0,
  created_at timestamptz not null,
  revealed_at timestamptz,
  check ((revealed_at is null) = (sealed is not null) and (revealed_at is null) = (server_seed is null))
) with (fillfactor = 70);
create unique index spin_seeds_in_force on spin_seeds (member_id) where revealed_at is null;

-- How often slices with a stock were won, by version: a new version begins with the stock that it says.
create table wheel_stock (
  currency text not null check (currency in ('THB', 'LAK')),
  version integer not null,
  code text not null,
  won integer not null check (won > 0),
  primary key (currency, version, code)
) with (fillfactor = 50);

create table spins (
  -- from the member and the Idempotency-Key; the coin's journal is `spin:{id}`
  id text primary key,
  number bigint generated always as identity,
  member_id text not null references members,
  -- the wheel, which is named by its currency, and its version
  currency text not null check (currency in ('THB', 'LAK')),
  version integer not null,
  seed_id text not null references spin_seeds,
  nonce integer not null,
  client_seed text not null,
  -- what was drawn from, in order: [{code, weight}]
  slices jsonb not null,
  -- what was drawn
  code text not null,
  coins_left bigint not null,
  created_at timestamptz not null,
  unique (seed_id, nonce)
);
create index spins_member on spins (member_id, number desc);
-- What was drawn can be calculated again for ever.
create trigger spins_append_only before update or delete or truncate on spins
  for each statement execute function ledger_refuse();

-- What a spin won.
create table spin_coupons (
  id text primary key,
  number bigint generated always as identity,
  spin_id text not null unique references spins,
  member_id text not null references members,
  currency text not null,
  version integer not null,
  -- the slice
  code text not null,
  type text not null check (type in ('CREDIT', 'COIN', 'BONUS', 'ITEM')),
  -- satang or att; of COIN coins; else 0
  amount_minor bigint not null check (amount_minor >= 0),
  -- REQUESTED: an item that a person delivers
  state text not null default 'AVAILABLE' check (state in ('AVAILABLE', 'REQUESTED', 'CLAIMED', 'EXPIRED')),
  -- from the member and the Idempotency-Key of the last claim
  claim_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when it was claimed, delivered or expired
  settled_at timestamptz,
  check ((state in ('CLAIMED', 'EXPIRED')) = (settled_at is not null))
) with (fillfactor = 70);
create index spin_coupons_member on spin_coupons (member_id, number desc);
create index spin_coupons_available on spin_coupons (member_id, number desc) where state = 'AVAILABLE';
create index spin_coupons_expiry on spin_coupons (expires_at) where state = 'AVAILABLE';
-- What wheels have cost.
create index spin_coupons_credited on spin_coupons (currency) include (amount_minor)
  where state = 'CLAIMED' and type = 'CREDIT';

-- Items that members asked for, each request once: a refused one gives the coupon back, which may be claimed again.
create table prize_requests (
  -- the claim's
  id text primary key,
  coupon_id text not null references spin_coupons,
  state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'REFUSED')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  operator_id text,
  check ((state = 'WAITING') = (decided_at is null))
);
create index prize_requests_waiting on prize_requests (requested_at, id) where state = 'WAITING';
create index prize_requests_coupon on prize_requests (coupon_id);
