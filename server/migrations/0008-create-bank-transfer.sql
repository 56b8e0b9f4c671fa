-- Transfers to the house's bank accounts, as the bank's own feed reports them (rules.md §5.2). A row is written in one
-- transaction with the credit that it leads to, so a report is either wholly here or never was.
create table bank_transfers (
  id bigint generated always as identity primary key,
  -- the account that was paid to, as it was then
  house_bank_code text not null,
  house_account_no text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  -- the bank's own; with the account, what a transfer is known by
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  sent_at timestamptz not null,
  -- the sender as the bank shows it: the number may be masked, the name cut off
  from_bank text not null,
  from_account_no text not null,
  from_name text not null,
  -- unmatched: a person has to say whose money it is
  state text not null check (state in ('credited', 'unmatched')),
  member_id text references members (id),
  journal_key text unique,
  received_at timestamptz not null,
  constraint bank_transfers_reference_unique unique (house_account_no, reference),
  check ((state = 'credited') = (member_id is not null)),
  check ((state = 'credited') = (journal_key is not null))
);
create index bank_transfers_unmatched on bank_transfers (received_at) where state = 'unmatched';
create index bank_transfers_member on bank_transfers (member_id, id desc) where member_id is not null;
