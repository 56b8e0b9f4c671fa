-- Two people who are really two (rules.md §17.8): who let whom in, and what one owner asks for and another one approves.

-- An operator whom another one added, gave a new password, promoted or let in again. For `operator.tieDays` the two are
-- not the two people of one decision. Who asked for it and who approved it have a row each.
create table operator_ties (
  id bigint generated always as identity primary key,
  by_id text not null references operators (id),
  to_id text not null references operators (id),
  act text not null check (act in ('added', 'reset', 'promoted', 'let-in')),
  at timestamptz not null,
  -- whether "by" was shown the one-time password: who saw those of two operators can be both, so these two are tied as well
  saw_password boolean not null default false,
  check (by_id <> to_id)
);
create index operator_ties_by_id on operator_ties (by_id, at);
create index operator_ties_to_id on operator_ties (to_id, at);

-- What was done before this table was: the audit log knows it. Only a change to a role with more rights is a promotion. One
-- owner alone added and reset, and was shown the password.
insert into operator_ties (by_id, to_id, act, at, saw_password)
select a.operator_id, o.id,
  case a.action when 'operator.added' then 'added' when 'operator.password-reset' then 'reset'
    when 'operator.role-changed' then 'promoted' else 'let-in' end,
  a.at, a.action in ('operator.added', 'operator.password-reset')
from audit_log a join operators o on a.subject = 'operator:' || o.id
where a.action like 'operator.%' and a.operator_id is not null and a.operator_id <> o.id
  and (a.action in ('operator.added', 'operator.password-reset', 'operator.let-in')
    or (a.action = 'operator.role-changed'
      and case a.details ->> 'to' when 'owner' then 2 when 'cashier' then 1 else 0 end
        > case a.details ->> 'from' when 'owner' then 2 when 'cashier' then 1 else 0 end))
order by a.id;

-- What an owner asks for about the staff, until another owner approves it.
create table operator_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('add', 'reset', 'change')),
  -- null until somebody who is to be added is there
  operator_id text references operators (id),
  -- of the person, also where it is to be added
  email text not null,
  name text not null,
  -- as they are to be: of a reset as they are
  role text not null check (role in ('owner', 'cashier', 'support', 'auditor')),
  is_active boolean not null,
  asked_by text not null references operators (id),
  asked_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN', 'LAPSED')),
  -- null: the system, because nobody approved it in time or something else was done to the person
  decided_by text references operators (id),
  decided_at timestamptz,
  check ((state = 'WAITING') = (decided_at is null))
);
-- One wish about one person at a time.
create unique index operator_requests_waiting on operator_requests (email) where state = 'WAITING';

-- Sessions of operators end when nobody works in them, and each operator sees the own ones. Those that are open go on.
alter table operator_sessions
  add column id uuid not null default gen_random_uuid(),
  -- what the browser says of itself, and the network's part of its address; null for sessions from before
  add column browser text,
  add column system text,
  add column address text,
  -- when a person last did something in it, to a minute
  add column last_used_at timestamptz not null default now();
create unique index operator_sessions_id on operator_sessions (id);

-- The second factor: a code by time (RFC 6238). `secret` is sealed with CREDENTIAL_KEY; it counts from its first right code on.
create table operator_codes (
  operator_id text primary key references operators (id),
  secret text not null,
  made_at timestamptz not null,
  confirmed_at timestamptz,
  -- the interval of the last code that was accepted: no code serves twice, nor does an older one
  last_step bigint not null default 0
);
-- When a session last proved who sits there: by the password at its beginning, or by what it was asked for later; and when
-- it gave the second factor. Who works through an upgrade has proved it at the login.
alter table operator_sessions
  add column checked_at timestamptz,
  add column factor_at timestamptz;
update operator_sessions set checked_at = created_at;
