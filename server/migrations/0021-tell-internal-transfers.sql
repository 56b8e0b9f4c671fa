-- Accounts of the house that payouts are made from (rules.md §2.5, §18). No member is shown them.
alter table deposit_accounts
  add column purpose text not null default 'deposit' check (purpose in ('deposit', 'payout')),
  add constraint deposit_accounts_payout_hidden check (purpose = 'deposit' or not enabled);
-- Nobody registers an account of the house, however the operator wrote its number.
create index deposit_accounts_digits on deposit_accounts (bank_code, regexp_replace(account_no, '\D', '', 'g'));

-- internal: money of the house, sent from one of its own accounts; a journal of its own, and no deposit.
alter table bank_transfers drop constraint bank_transfers_state_check;
alter table bank_transfers add constraint bank_transfers_state_check
  check (state in ('credited', 'unmatched', 'returned', 'doubtful', 'linked', 'internal'));
alter table bank_transfers drop constraint bank_transfers_check1;
alter table bank_transfers add constraint bank_transfers_journal_check
  check ((state in ('credited', 'internal')) = (journal_key is not null));

-- The bank's own reference is unique over all accounts of the house.
create index bank_transfers_reference on bank_transfers (reference);

-- Slips and reports look for each other at all accounts of the house.
drop index bank_transfers_slip_only;
drop index bank_transfers_feed_only;
drop index bank_transfers_doubtful;
create index bank_transfers_slip_only on bank_transfers (currency, amount_minor, sent_at) where fed_at is null;
create index bank_transfers_feed_only on bank_transfers (currency, amount_minor, sent_at) where slip_id is null;
create index bank_transfers_doubtful on bank_transfers (currency, amount_minor, sent_at) where state = 'doubtful';
