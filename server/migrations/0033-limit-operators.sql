-- What an operator has approved on a Bangkok day without a second person, so that many small approvals do not add up to
-- what two would have to look at (rules.md §6.3).
create table desk_approved_alone (
  operator_id text not null references operators (id),
  day date not null,
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  primary key (operator_id, day, currency)
);

-- Answers of verdicts by `Idempotency-Key`, written with the verdict: an operator whose answer was lost asks again and
-- hears what the verdict did, whatever became of the item since.
create table desk_answers (
  operator_id text not null references operators (id),
  key text not null,
  -- SHA-256 of what was asked
  fingerprint text not null,
  -- as the call answered, `overtaken` among it
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (operator_id, key)
);
create index desk_answers_created_at on desk_answers (created_at);
