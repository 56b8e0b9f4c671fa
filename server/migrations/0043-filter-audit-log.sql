-- The audit log is read by what was done (rules.md §14): most of its rows are looks, and the others must be found without
-- reading all of those. The conditions are those of `deedsStatement`.
create index audit_log_deeds on audit_log (id) where action not like 'look.%';
create index audit_log_decisions on audit_log (id) where action like 'desk.%';
create index audit_log_staff on audit_log (id) where action like 'operator.%';
create index audit_log_logins on audit_log (id) where action in ('login', 'login-failed', 'logout');
create index audit_log_looks on audit_log (id) where action like 'look.%';
