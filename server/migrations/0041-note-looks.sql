-- When an operator last looked at a member or picture, so that the audit log says who looked at whom without a row for each
-- time that a page asks again (rules.md §14).
create table operator_looks (
  operator_id text not null references operators (id),
  -- as in audit_log, e.g. member:abc
  subject text not null,
  at timestamptz not null,
  primary key (operator_id, subject)
);
create index operator_looks_at on operator_looks (at);
