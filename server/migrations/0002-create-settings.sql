-- Numbers and switches that the operator may change without a deployment; what is absent has its default in code.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
