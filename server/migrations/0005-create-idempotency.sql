-- First answers of calls that move money, replayed for 24 hours (rules.md §1.5).
create table idempotency_answers (
  member_id text not null,
  key text not null,
  fingerprint text not null,
  status smallint not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_answers_created_at on idempotency_answers (created_at);
