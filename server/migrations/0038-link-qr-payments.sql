-- Some bank accounts of the house are where a gateway's QR codes are paid into: one sum is told by the gateway, by the
-- bank's feed and by slips (rules.md §5.3, docs/decisions/0011). One of them is credited; the others are linked to it, or wait for a
-- person to say.

-- doubtful: whose it is is known, but not whether it is a transfer that was credited already; linked: it is, and nothing is
-- credited for the report.
alter table qr_events
  drop constraint qr_events_state_check,
  drop constraint qr_events_check1,
  drop constraint qr_events_check2,
  drop constraint qr_events_check3;
alter table qr_events
  add constraint qr_events_state_check
    check (state in ('credited', 'waiting', 'doubtful', 'linked', 'returning', 'returned')),
  add constraint qr_events_member_check
    check (state not in ('credited', 'doubtful', 'linked') or member_id is not null),
  add constraint qr_events_reason_check1
    check (state in ('credited', 'doubtful', 'linked') or reason is not null),
  add constraint qr_events_operator_check check (
    case when state = 'waiting' then operator_id is null
      when state in ('returning', 'returned') then operator_id is not null
      when state = 'credited' then reason is null or operator_id is not null
      else true end);

-- The gateway's report that tells of the same money, where that is known.
alter table bank_transfers
  add column qr_event_id bigint references qr_events (id);
-- One transfer at most is credited for a payment's money.
create unique index bank_transfers_qr_event_credited on bank_transfers (qr_event_id) where state = 'credited';
create index bank_transfers_qr_event on bank_transfers (qr_event_id) where qr_event_id is not null;

-- What may be the same money: of an equal amount and near in time.
create index bank_transfers_near on bank_transfers (currency, amount_minor, sent_at);
create index qr_events_near on qr_events (currency, amount_minor, paid_at);
create index qr_events_doubtful on qr_events (id) where state = 'doubtful';
drop index qr_events_member_waiting;
create index qr_events_member_waiting on qr_events (member_id)
  where state in ('waiting', 'doubtful') and member_id is not null;

create or replace function qr_events_check_suspense() returns trigger language plpgsql as $$
declare
  v qr_events;
begin
  select * into v from qr_events where id = new.id;
  if v.in_suspense is distinct from (v.state in ('waiting', 'doubtful', 'returning')) then
    raise exception 'QR payment % is % and % in suspense', v.id, v.state,
      case when v.in_suspense then 'still' else 'not' end using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- The first verdict of two is about what was asked then; a payment may leave the desk by itself.
create function qr_events_forget() returns trigger language plpgsql as $$
begin
  delete from desk_approvals
  where (queue = 'qr-payment' and item_id = old.id::text)
    or (queue = 'bank-twin' and (item_id = 'qr' || old.id or item_id like 'qr' || old.id || '-%'));
  return null;
end $$;
create trigger qr_events_leave_desk after update of state on qr_events
  for each row when (old.state in ('waiting', 'doubtful') and new.state <> old.state)
  execute function qr_events_forget();
