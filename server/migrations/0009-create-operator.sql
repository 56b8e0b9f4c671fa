-- Who works in the console, what they approved, and what they did (rules.md §5, §6, §14).

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
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function ledger_refuse();

-- Approvals of things that still wait for another operator's; the audit log keeps them all.
create table desk_approvals (
  queue text not null,
  item_id text not null,
  operator_id text not null references operators (id),
  reason text not null,
  at timestamptz not null,
  -- what the operator said where the thing itself does not tell it; approvals count together when they say the same
  member_id text references members (id),
  amount_minor bigint check (amount_minor > 0),
  primary key (queue, item_id, operator_id)
);

-- Operators look members up by the beginning of what they are told.
create index members_phone_prefix on members (phone text_pattern_ops);
create index members_id_prefix on members (id text_pattern_ops);
create index members_name_prefix on members (lower(name) text_pattern_ops);
create index member_bank_accounts_no_prefix on member_bank_accounts (account_no text_pattern_ops);
create index member_bank_accounts_name_prefix on member_bank_accounts (lower(account_name) text_pattern_ops);
