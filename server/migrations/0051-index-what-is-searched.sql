-- outside a transaction
-- What operators search by: members, what people have decided, and the audit log, all on tables that have grown.

-- The end of a phone number (rules.md §17.10).
create index concurrently if not exists members_phone_end on members (reverse(phone) text_pattern_ops);

-- What people have decided in all queues, the last first: all of it, of one person, of one member, and of one amount
-- (rules.md §17.14). The amount is the item's, or the one that the operator said.
create index concurrently if not exists audit_log_decided_at on audit_log (at desc, id desc)
  where action in ('desk.approve', 'desk.refuse', 'desk.superseded');
create index concurrently if not exists audit_log_decided_of on audit_log (operator_id, at desc, id desc)
  where action in ('desk.approve', 'desk.refuse', 'desk.superseded');
create index concurrently if not exists audit_log_decided_member on audit_log
  ((coalesce(details ->> 'memberId', details -> 'said' ->> 'memberId')), at desc, id desc)
  where action in ('desk.approve', 'desk.refuse', 'desk.superseded');
create index concurrently if not exists audit_log_decided_amount on audit_log
  ((coalesce(details ->> 'amountMinor', details -> 'said' ->> 'amountMinor')::bigint), at desc, id desc)
  where action in ('desk.approve', 'desk.refuse', 'desk.superseded');
-- By a reference among the facts, or one that the operator named.
create index concurrently if not exists audit_log_decided_details on audit_log using gin (details jsonb_path_ops)
  where action in ('desk.approve', 'desk.refuse', 'desk.superseded');

-- The audit log by day, person, action, member and network address (rules.md §17.8). Its pages go by id.
create index concurrently if not exists audit_log_at on audit_log (at, id);
create index concurrently if not exists audit_log_person on audit_log (operator_id, id);
create index concurrently if not exists audit_log_action on audit_log (action, id);
create index concurrently if not exists audit_log_member on audit_log (
  (coalesce(details ->> 'memberId', details -> 'said' ->> 'memberId',
    case when subject like 'member:%' then substr(subject, 8) end)), id)
  where coalesce(details ->> 'memberId', details -> 'said' ->> 'memberId',
    case when subject like 'member:%' then substr(subject, 8) end) is not null;
create index concurrently if not exists audit_log_ip on audit_log ((details ->> 'ip'), id)
  where details ->> 'ip' is not null;
