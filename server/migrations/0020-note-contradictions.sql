-- What the bank's feed reports under a reference that it has told something else of before, or the same of another account
-- of the house (rules.md §5.2): it is no repetition, so it waits for a person under a reference of its own.
alter table bank_transfers
  -- the row that was reported before
  add column contradicts_id bigint references bank_transfers (id);

-- Other slips of a transfer, at the moment when one of them is settled.
create index slips_open_reference on slips (bank_code, reference) where status = 'PENDING';
