-- A transfer that nobody recognised may be sent back outside the ledger, by an operator's decision (rules.md §5.2).
alter table bank_transfers drop constraint bank_transfers_state_check;
alter table bank_transfers add constraint bank_transfers_state_check
  check (state in ('credited', 'unmatched', 'returned'));
alter table bank_transfers add column operator_id text;
