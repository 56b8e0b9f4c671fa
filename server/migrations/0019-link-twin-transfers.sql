-- A transfer that the bank's feed and a slip tell of under different references (rules.md §5.2, docs/decisions/0011): two
-- rows then, of which one is credited and the other is linked to it, or waits for a person to say.
alter table bank_transfers
  -- when the feed first told of the row's reference; null: only a slip did
  add column fed_at timestamptz,
  -- the row under whose reference the same transfer was credited; null: a person said that it was one of several
  add column twin_id bigint constraint bank_transfers_twin_unique unique references bank_transfers (id);
update bank_transfers set fed_at = received_at where slip_id is null or journal_key like 'bank:%' or state = 'returned';

-- doubtful: whose money it is is known, but not whether it is the transfer that was credited to them the other way.
-- linked: it is; nothing is credited for this row.
alter table bank_transfers drop constraint bank_transfers_state_check;
alter table bank_transfers add constraint bank_transfers_state_check
  check (state in ('credited', 'unmatched', 'returned', 'doubtful', 'linked'));
alter table bank_transfers drop constraint bank_transfers_check;
alter table bank_transfers add constraint bank_transfers_member_check
  check ((state in ('credited', 'doubtful', 'linked')) = (member_id is not null));
alter table bank_transfers add constraint bank_transfers_twin_check check (twin_id is null or state = 'linked');
alter table bank_transfers add constraint bank_transfers_told_check check (slip_id is not null or fed_at is not null);

-- What may be the same as a report of the feed, and as a slip: told by the other only.
create index bank_transfers_slip_only on bank_transfers (house_account_no, amount_minor, sent_at) where fed_at is null;
create index bank_transfers_feed_only on bank_transfers (house_account_no, amount_minor, sent_at) where slip_id is null;
create index bank_transfers_doubtful on bank_transfers (house_account_no, amount_minor, sent_at) where state = 'doubtful';

-- The first verdict of two is about what was in doubt then; a row may leave the desk by itself.
create function bank_transfers_forget() returns trigger language plpgsql as $$
begin
  delete from desk_approvals
  where (queue = 'bank-transfer' and item_id = old.id::text)
    or (queue = 'bank-twin' and (item_id = old.id::text or item_id like old.id || '-%'));
  return null;
end $$;
create trigger bank_transfers_leave_desk after update of state on bank_transfers
  for each row when (old.state in ('unmatched', 'doubtful') and new.state <> old.state)
  execute function bank_transfers_forget();
