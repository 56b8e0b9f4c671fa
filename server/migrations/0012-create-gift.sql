-- Gift links that members sent (rules.md §5.4). The link itself is money to whoever reads it: only its hash is kept, and,
-- while it may have to be sent again, a sealed copy.
create table gifts (
  -- ours; the wallet's idempotency key
  id text primary key check (id ~ '^gf[a-z2-7]{20}$'),
  -- SHA-256 of the normalised link, hex
  link_hash text not null check (link_hash ~ '^[0-9a-f]{64}$'),
  sealed_link text,
  member_id text not null references members (id),
  -- the account of the house's wallet that takes it
  wallet_no text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  -- CLAIMED: the wallet was not yet asked to take it; REDEEMING: it may have been
  state text not null check (state in ('CLAIMED', 'REDEEMING', 'CREDITED', 'REFUSED')),
  -- as inspected, then as redeemed
  amount_minor bigint check (amount_minor > 0),
  reason text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  on_desk boolean not null default false,
  operator_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  journal_key text unique,
  check ((state = 'CREDITED') = (journal_key is not null)),
  check ((state in ('CREDITED', 'REFUSED')) = (settled_at is not null)),
  check ((state in ('CREDITED', 'REFUSED')) = (sealed_link is null)),
  check (state not in ('REDEEMING', 'CREDITED') or amount_minor is not null)
);
-- A link is one member's; a definite refusal releases it, so that a stolen link does not burn its owner's gift.
create unique index gifts_claim on gifts (link_hash) where state <> 'REFUSED';
create index gifts_open on gifts (next_attempt_at) where state in ('CLAIMED', 'REDEEMING');
create index gifts_desk on gifts (created_at, id) where on_desk and state = 'REDEEMING';
create index gifts_member on gifts (member_id, created_at desc);
