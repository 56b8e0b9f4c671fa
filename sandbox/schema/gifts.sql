-- Gift links of a payment wallet. Each statement may be repeated.
create table if not exists sandbox.gift (
  code text primary key,
  amount_minor bigint not null check (amount_minor > 0),
  phone text not null,
  -- who took it, once
  redeemed_by text,
  redeemed_at timestamptz,
  created_at timestamptz not null
);
alter table sandbox.gift add column if not exists currency text not null default 'THB';
create index if not exists gift_by_time on sandbox.gift (created_at desc);

-- Each redemption that the wallet has ever decided on, with its first answer.
create table if not exists sandbox.gift_redemption (
  gift_id text primary key,
  code text not null,
  wallet_no text not null,
  status text not null check (status in ('REDEEMED', 'REFUSED')),
  reason text,
  amount_minor bigint,
  created_at timestamptz not null
);
