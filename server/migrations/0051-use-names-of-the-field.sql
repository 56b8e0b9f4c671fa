-- Names of the field: when the bank's feed reported a transfer, the transfer that it matches, and the settings by which
-- two reports are compared.
alter table bank_transfers rename column fed_at to feed_reported_at;
alter table bank_transfers rename column twin_id to match_id;
alter table bank_transfers rename constraint bank_transfers_twin_unique to bank_transfers_match_unique;
alter table bank_transfers rename constraint bank_transfers_twin_id_fkey to bank_transfers_match_id_fkey;
alter table bank_transfers rename constraint bank_transfers_twin_check to bank_transfers_match_check;
alter table bank_transfers rename constraint bank_transfers_told_check to bank_transfers_reported_check;

-- As in 0024; a function keeps the old names in its text.
create or replace function bank_transfers_check_suspense() returns trigger language plpgsql as $$
declare
  v bank_transfers;
begin
  select * into v from bank_transfers where id = new.id;
  if v.in_suspense is distinct from
    (v.state = 'returning' or (v.state in ('unmatched', 'doubtful') and v.feed_reported_at is not null))
  then
    raise exception 'bank transfer % is % and % in suspense', v.id, v.state,
      case when v.in_suspense then 'still' else 'not' end using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

update settings set key = replace(key, 'deposit.twin.', 'deposit.match.') where key like 'deposit.twin.%';

alter index audit_log_deeds rename to audit_log_actions;
