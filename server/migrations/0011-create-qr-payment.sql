-- QR codes that members asked for, and the payments that gateways report (rules.md §5.3).
create table qr_payments (
  -- ours; the gateway's idempotency key, and what its webhook names
  id text primary key check (id ~ '^qr[a-z2-7]{20}$'),
  member_id text not null references members (id),
  gateway text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  -- CANCELLED: by the member or by a newer code; FAILED: the gateway gave no code
  state text not null check (state in ('OPEN', 'PAID', 'CANCELLED', 'FAILED')),
  -- the EMVCo text that the code shows; null until the gateway has answered
  payload text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when it was cancelled or failed; kept when a payment that was made before turns up
  closed_at timestamptz,
  journal_key text unique,
  check ((state = 'PAID') = (journal_key is not null)),
  check (state not in ('CANCELLED', 'FAILED') or closed_at is not null)
);
-- One open code per member and gateway.
create unique index qr_payments_one_open on qr_payments (member_id, gateway) where state = 'OPEN';
create index qr_payments_member on qr_payments (member_id, created_at desc);

-- What gateways said was paid; each event once, whatever it is about. A row commits together with the money it moves.
create table qr_events (
  id bigint generated always as identity primary key,
  gateway text not null,
  event_id text not null,
  -- as reported: it may be none of ours
  payment_id text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  -- waiting: a person decides; returned: the money goes back outside the ledger
  state text not null check (state in ('credited', 'waiting', 'returned')),
  -- why a person has to decide, or had to
  reason text check (reason in ('LATE', 'WRONG_AMOUNT', 'PAID_TWICE', 'UNKNOWN_PAYMENT')),
  -- whose it is; null while nobody knows
  member_id text references members (id),
  operator_id text,
  journal_key text unique,
  constraint qr_events_unique unique (gateway, event_id),
  check ((state = 'credited') = (journal_key is not null)),
  check (state <> 'credited' or member_id is not null),
  check (state = 'credited' or reason is not null),
  check ((state = 'waiting' or reason is null) = (operator_id is null))
);
create index qr_events_waiting on qr_events (id) where state = 'waiting';
create index qr_events_payment on qr_events (payment_id);
