-- People who work in the console, and the audit log of what they did (rules.md §14, §17.8).

create table operators (
  id text primary key,
  email text not null check (email = lower(email)),
  name text not null,
  -- owner: everything; cashier: decides about money; support: looks and helps; auditor: looks
  role text not null check (role in ('owner', 'cashier', 'support', 'auditor')),
  -- argon2id, PHC string
  password_hash text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  -- The password is one that an owner gave out: until this moment it opens the console, and there it only lets an own
  -- password be set. Null: the password is the person's own.
  one_time_until timestamptz,
  constraint operators_email_unique unique (email)
);

create table operator_sessions (
  -- SHA-256 of the token, which is nowhere stored
  hash text primary key,
  operator_id text not null references operators (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index operator_sessions_operator_id on operator_sessions (operator_id);
create index operator_sessions_expires_at on operator_sessions (expires_at);

-- As end_member_sessions: sessions end in the transaction that deactivates the operator, and when the operator is
-- activated again.
create function end_operator_sessions() returns trigger language plpgsql as $$
begin
  update operator_sessions set revoked_at = now() where operator_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger operators_end_sessions after update of is_active on operators
  for each row when (old.is_active <> new.is_active) execute function end_operator_sessions();

-- Audit log ---------------------------------------------------------------------------------------------------------

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null: nobody was logged in
  operator_id text references operators (id),
  action text not null,
  -- what it was done to, e.g. withdrawal:123; empty where there is nothing
  subject text not null,
  reason text not null,
  details jsonb not null
);
-- What was decided about one thing, the last first.
create index audit_log_subject on audit_log (subject, id desc) where subject <> '';
-- The kinds of action that the log is filtered by. Most rows are looks, and the others must be found without reading
-- all of those. A query uses an index only with the same condition.
create index audit_log_actions on audit_log (id) where action not like 'look.%';
create index audit_log_decisions on audit_log (id) where action like 'desk.%';
create index audit_log_staff on audit_log (id) where action like 'operator.%';
create index audit_log_logins on audit_log (id) where action in ('login', 'login-failed', 'logout');
create index audit_log_looks on audit_log (id) where action like 'look.%';

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function ledger_refuse();

-- Writers hold the gate of the audit log until they commit, so that a seal (rules.md §1.7) leaves no row out that
-- commits late.
create function audit_log_enter() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7201005);
  return null;
end $$;
create trigger audit_log_gate before insert on audit_log for each statement execute function audit_log_enter();

-- The last row's id; nothing at or below it can be committed any more, as with `ledger_watermark` for journals.
create function audit_log_watermark() returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7201005);
  return coalesce((select max(id) from audit_log), 0);
end $$;

-- When an operator last looked at a member or a picture, so that the audit log has a look once in a while and not a row
-- for each time that a page asks again (rules.md §17.7).
create table operator_looks (
  operator_id text not null references operators (id),
  -- as in audit_log, e.g. member:abc
  subject text not null,
  at timestamptz not null,
  primary key (operator_id, subject)
);
create index operator_looks_at on operator_looks (at);
