-- What people have decided in one queue of the desk, and what one person has, the last first (rules.md §17.1). The queue
-- is what comes before the colon of a subject.

create index audit_log_decided on audit_log (split_part(subject, ':', 1), at desc, id desc)
  where action in ('desk.approve', 'desk.refuse', 'desk.superseded');
create index audit_log_decided_in on audit_log (operator_id, split_part(subject, ':', 1), at desc, id desc)
  where action in ('desk.approve', 'desk.refuse', 'desk.superseded');
