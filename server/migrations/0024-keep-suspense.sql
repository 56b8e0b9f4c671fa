-- Money that a bank or gateway reported and that is nobody's yet is in the ledger (rules.md §18): posted from
-- `bank:{account}` or `gateway:{code}` to `suspense:{account or code}` in the transaction that stores the report. It leaves by
-- a credit, by a report that explains it, or by a return to its sender.

-- returning: two people decided that it goes back to its sender; returned: it was sent, under the bank's own reference;
-- explained: two people found that a report which contradicts another one is no money of its own.
alter table bank_transfers drop constraint bank_transfers_state_check;
alter table bank_transfers add constraint bank_transfers_state_check
  check (state in ('credited', 'unmatched', 'returning', 'returned', 'doubtful', 'linked', 'internal',
    'explained'));
alter table bank_transfers
  -- whether the money is in suspense, and how often it was put there: a part of the journals' keys
  add column in_suspense boolean not null default false,
  add column suspense_turn integer not null default 0,
  -- of the return, at the bank
  add column return_reference text,
  add constraint bank_transfers_return_check check (return_reference is null or state = 'returned');
create index bank_transfers_returning on bank_transfers (id) where state = 'returning';
-- What a transaction still has to put into suspense: of committed rows, none (see the trigger below).
create index bank_transfers_to_suspend on bank_transfers (id)
  where not in_suspense and (state = 'returning' or (state in ('unmatched', 'doubtful') and fed_at is not null));
create index bank_transfers_in_suspense on bank_transfers (house_account_no, currency) where in_suspense;

alter table qr_events drop constraint qr_events_state_check;
alter table qr_events add constraint qr_events_state_check
  check (state in ('credited', 'waiting', 'returning', 'returned'));
alter table qr_events
  add column in_suspense boolean not null default false,
  add column return_reference text,
  add constraint qr_events_return_check check (return_reference is null or state = 'returned');
create index qr_events_returning on qr_events (id) where state = 'returning';
create index qr_events_in_suspense on qr_events (gateway, currency) where in_suspense;

-- What waits already.
select ledger_post_one(now(), 'suspense:bank:' || id || ':1', 'suspense', 'single', null,
  jsonb_build_object('accountNo', house_account_no, 'reference', reference), null, null, null, array['', ''],
  array['bank:' || house_account_no, 'suspense:' || house_account_no], array[currency, currency],
  array[-amount_minor, amount_minor])
from bank_transfers where state in ('unmatched', 'doubtful') and fed_at is not null order by id;
update bank_transfers set in_suspense = true, suspense_turn = 1
where state in ('unmatched', 'doubtful') and fed_at is not null;

select ledger_post_one(now(), 'suspense:qr:' || id, 'suspense', 'single', null,
  jsonb_build_object('gateway', gateway, 'paymentId', payment_id, 'eventId', event_id), null, null, null, array['', ''],
  array['gateway:' || gateway, 'suspense:' || gateway], array[currency, currency], array[-amount_minor, amount_minor])
from qr_events where state = 'waiting' order by id;
update qr_events set in_suspense = true where state = 'waiting';

-- No transaction may leave a report that waits outside of suspense, or one that does not in it. Looked at when it commits,
-- by the row as it is then.
create function bank_transfers_check_suspense() returns trigger language plpgsql as $$
declare
  v bank_transfers;
begin
  select * into v from bank_transfers where id = new.id;
  if v.in_suspense is distinct from
    (v.state = 'returning' or (v.state in ('unmatched', 'doubtful') and v.fed_at is not null))
  then
    raise exception 'bank transfer % is % and % in suspense', v.id, v.state,
      case when v.in_suspense then 'still' else 'not' end using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger bank_transfers_suspense after insert or update on bank_transfers
  deferrable initially deferred for each row execute function bank_transfers_check_suspense();

create function qr_events_check_suspense() returns trigger language plpgsql as $$
declare
  v qr_events;
begin
  select * into v from qr_events where id = new.id;
  if v.in_suspense is distinct from (v.state in ('waiting', 'returning')) then
    raise exception 'QR payment % is % and % in suspense', v.id, v.state,
      case when v.in_suspense then 'still' else 'not' end using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger qr_events_suspense after insert or update on qr_events
  deferrable initially deferred for each row execute function qr_events_check_suspense();

-- A first verdict about a return does not outlive it.
create function returns_forget() returns trigger language plpgsql as $$
begin
  delete from desk_approvals where queue = 'return' and item_id = tg_argv[0] || '-' || old.id;
  return null;
end $$;
create trigger bank_transfers_leave_returns after update of state on bank_transfers
  for each row when (old.state = 'returning' and new.state <> 'returning') execute function returns_forget('bank');
create trigger qr_events_leave_returns after update of state on qr_events
  for each row when (old.state = 'returning' and new.state <> 'returning') execute function returns_forget('qr');

-- What is owed to senders whom nobody knows, by the house account that has it. The proof of the books compares both.
create view suspense_owed as
  select 'suspense:' || house_account_no as name, currency as asset, sum(amount_minor)::bigint as amount_minor,
    count(*) as items, min(received_at) as since
  from bank_transfers where in_suspense group by house_account_no, currency
  union all
  select 'suspense:' || gateway, currency, sum(amount_minor)::bigint, count(*), min(received_at)
  from qr_events where in_suspense group by gateway, currency;
