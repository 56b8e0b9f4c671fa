-- Deposits that members announce and an operator confirms (rules.md §5.5).
create table manual_deposits (
  id text primary key check (id ~ '^md[a-z2-7]{20}$'),
  member_id text not null references members (id),
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('PENDING', 'CREDITED', 'REFUSED')),
  operator_id text,
  created_at timestamptz not null,
  decided_at timestamptz,
  journal_key text unique,
  check ((state = 'CREDITED') = (journal_key is not null)),
  check ((state = 'PENDING') = (decided_at is null)),
  check ((state = 'PENDING') = (operator_id is null))
);
-- One announcement per member waits at a time.
create unique index manual_deposits_one_pending on manual_deposits (member_id) where state = 'PENDING';
create index manual_deposits_pending on manual_deposits (created_at, id) where state = 'PENDING';
create index manual_deposits_member on manual_deposits (member_id, created_at desc);
