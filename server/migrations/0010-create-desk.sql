-- What operators decide about items that need a person (rules.md §17): first approvals of two, limits of one person,
-- answers, and reversals.

-- What one operator said about an item that still waits for another operator; the audit log keeps all of it.
create table desk_votes (
  queue text not null,
  item_id text not null,
  operator_id text not null references operators (id),
  reason text not null,
  at timestamptz not null,
  -- A refusal that gives back money which may have left, or sends it back, takes two people as well.
  choice text not null check (choice in ('approve', 'refuse')),
  -- Whose the item is, its amount and its transfer, where the operator had to say that. Approvals count together when
  -- they say the same.
  member_id text references members (id),
  amount_minor bigint check (amount_minor > 0),
  transfer_id bigint references bank_transfers (id),
  primary key (queue, item_id, operator_id)
);

-- What an operator has approved on a Bangkok day without a second person, so that many small approvals do not add up to
-- what two would have to decide (rules.md §17.5).
create table desk_approved_alone (
  operator_id text not null references operators (id),
  day date not null,
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  primary key (operator_id, day, currency)
);

-- Answers to decisions by `Idempotency-Key`, written with the decision: an operator whose answer was lost asks again
-- and hears what the decision did, whatever became of the item since.
create table desk_answers (
  operator_id text not null references operators (id),
  key text not null,
  -- SHA-256 of what was asked
  fingerprint text not null,
  -- as the call answered, `superseded` included
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (operator_id, key)
);
create index desk_answers_created_at on desk_answers (created_at);

-- Requests to take a decided item's credit or payment back (docs/decisions/0020), which wait in the queue `reversal`.
create table reversals (
  id bigint generated always as identity primary key,
  -- the item that was decided, as its address names it
  queue text not null,
  item_id text not null,
  -- the journal that is reversed
  journal_key text not null,
  member_id text not null references members (id),
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  -- WAITING: for a second person. DONE: the journal is reversed, in the transaction that writes this state.
  state text not null check (state in ('WAITING', 'DONE', 'REFUSED')),
  reason text not null,
  asked_by text not null references operators (id),
  asked_at timestamptz not null,
  decided_by text references operators (id),
  decided_at timestamptz,
  check ((state = 'WAITING') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null))
);
-- One request at a time, and none after it took effect.
create unique index reversals_journal on reversals (journal_key) where state <> 'REFUSED';
create index reversals_waiting on reversals (id) where state = 'WAITING';
create index reversals_item on reversals (queue, item_id, id desc);

-- Items that leave a queue by themselves ----------------------------------------------------------------------------
--
-- An item may leave its queue without a decision of two and come back later: a bank answers, a payout is sent again, an
-- equal transfer closes an announcement. What one operator said before was about something else, and must not count
-- with what is said then. So it is deleted in the transaction by which the item leaves.

create function outside_work_forget() returns trigger language plpgsql as $$
begin
  delete from desk_votes where queue = old.kind and item_id = old.key;
  return null;
end $$;
create trigger outside_work_leaves_review after update of review_reason on outside_work
  for each row when (old.review_reason is not null and new.review_reason is null)
  execute function outside_work_forget();
create trigger outside_work_ends after delete on outside_work
  for each row when (old.review_reason is not null) execute function outside_work_forget();

-- Transfers and payments also take part in questions whether two reports are the same money (queue `bank-twin`); the
-- item's id begins with the report's.
create function bank_transfers_forget() returns trigger language plpgsql as $$
begin
  delete from desk_votes
  where (queue = 'bank-transfer' and item_id = old.id::text)
    or (queue = 'bank-twin' and (item_id = old.id::text or item_id like old.id || '-%'));
  return null;
end $$;
create trigger bank_transfers_leave_desk after update of state on bank_transfers
  for each row when (old.state in ('unmatched', 'in-doubt') and new.state <> old.state)
  execute function bank_transfers_forget();

create function qr_events_forget() returns trigger language plpgsql as $$
begin
  delete from desk_votes
  where (queue = 'qr-payment' and item_id = old.id::text)
    or (queue = 'bank-twin' and (item_id = 'qr' || old.id or item_id like 'qr' || old.id || '-%'));
  return null;
end $$;
create trigger qr_events_leave_desk after update of state on qr_events
  for each row when (old.state in ('waiting', 'in-doubt') and new.state <> old.state)
  execute function qr_events_forget();

create function returns_forget() returns trigger language plpgsql as $$
begin
  delete from desk_votes where queue = 'return' and item_id = tg_argv[0] || '-' || old.id;
  return null;
end $$;
create trigger bank_transfers_leave_returns after update of state on bank_transfers
  for each row when (old.state = 'returning' and new.state <> 'returning') execute function returns_forget('bank');
create trigger qr_events_leave_returns after update of state on qr_events
  for each row when (old.state = 'returning' and new.state <> 'returning') execute function returns_forget('qr');

-- `tg_argv`: the queue, and the column that has the ids of its items.
create function desk_forget() returns trigger language plpgsql as $$
begin
  delete from desk_votes where queue = tg_argv[0] and item_id = to_jsonb(old)->>tg_argv[1];
  return null;
end $$;
create trigger manual_deposits_leave_desk after update of state on manual_deposits
  for each row when (old.state = 'PENDING' and new.state <> 'PENDING')
  execute function desk_forget('manual-deposit', 'id');
