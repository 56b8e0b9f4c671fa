-- Each payout that the bank has ever decided on, with its first answer. `asked`: how often it was asked to pay it.
create table if not exists sandbox.payout (
  payout_id text primary key,
  bank_code text not null,
  account_no text not null,
  account_name text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null check (status in ('SUCCESS', 'REFUSED')),
  reason text,
  asked integer not null default 1,
  created_at timestamptz not null
);
create index if not exists payout_by_time on sandbox.payout (created_at desc);
