-- An announced deposit is closed by a transfer that the bank reported (rules.md §5.5): the one that an operator chooses,
-- or an equal one that was credited to the member in the ordinary way.
alter table manual_deposits
  -- null: none yet, or credited before transfers were chosen
  add column transfer_id bigint constraint manual_deposits_transfer_unique unique references bank_transfers (id),
  drop constraint manual_deposits_check2,
  add constraint manual_deposits_transfer_check check (transfer_id is null or state = 'CREDITED'),
  -- credited without an operator: by the equal transfer
  add constraint manual_deposits_operator_check
    check (state = 'CREDITED' or (state = 'REFUSED') = (operator_id is not null));

-- A first approval of two does not outlive the announcement that an equal transfer closed.
create trigger manual_deposits_leave_desk after update of state on manual_deposits
  for each row when (old.state = 'PENDING' and new.state <> 'PENDING')
  execute function desk_forget('manual-deposit', 'id');

-- The transfer that an approval chose; approvals count together when they chose the same.
alter table desk_approvals add column transfer_id bigint references bank_transfers (id);

-- Transfers to choose from: of the announced amount, and near in time.
create index bank_transfers_free_amount on bank_transfers (currency, amount_minor) where state = 'unmatched';
create index bank_transfers_free_time on bank_transfers (currency, sent_at) where state = 'unmatched';
