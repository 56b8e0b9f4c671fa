-- Senders of whom a person said that they pay for a member who is somebody else (rules.md §17.11). Nothing is credited by
-- it: it says to the next person what was decided before.
create table remembered_payers (
  id bigint generated always as identity primary key,
  bank_code text not null,
  -- whole, digits only; of a payment wallet the phone number in one spelling
  account_no text not null check (account_no ~ '^[0-9]{8,20}$'),
  -- as the bank showed it
  account_name text not null,
  member_id text not null references members (id),
  note text not null,
  -- the transfer whose credit it was remembered with
  transfer_id bigint not null references bank_transfers (id),
  remembered_by text not null references operators (id),
  remembered_at timestamptz not null,
  forgotten_by text references operators (id),
  forgotten_at timestamptz,
  check ((forgotten_at is null) = (forgotten_by is null))
);
-- A sender is remembered once for a member, however many decide at once.
create unique index remembered_payers_once on remembered_payers (bank_code, account_no, member_id)
  where forgotten_at is null;
create index remembered_payers_member on remembered_payers (member_id) where forgotten_at is null;

-- What the first of two said about the sender; null where it is not to be remembered. The second one sees it.
alter table desk_votes add column payer_note text;
-- For the reversal of that credit.
create index remembered_payers_transfer on remembered_payers (transfer_id) where forgotten_at is null;
