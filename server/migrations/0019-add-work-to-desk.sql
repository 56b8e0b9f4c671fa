-- Operators who work together on items of the desk and on conversations (rules.md §17.2, §17.9). `queue` is a review
-- queue, or 'chat'; `item_id` an item of it, or a conversation.

-- Who looks at what. A claim that has run out is free, and is overwritten by the next one.
create table desk_claims (
  queue text not null,
  item_id text not null,
  operator_id text not null references operators (id),
  since timestamptz not null,
  until timestamptz not null,
  primary key (queue, item_id)
);
create index desk_claims_until on desk_claims (until);
create index desk_claims_operator on desk_claims (operator_id);

-- Items that were given to one operator; a conversation has that in its own table.
create table desk_assignments (
  queue text not null,
  item_id text not null,
  operator_id text not null references operators (id),
  assigned_by text not null references operators (id),
  note text not null,
  at timestamptz not null,
  primary key (queue, item_id)
);
create index desk_assignments_operator on desk_assignments (operator_id, at, queue, item_id);

-- What left the lists for a while, for everybody.
create table desk_snoozes (
  queue text not null,
  item_id text not null,
  operator_id text not null references operators (id),
  reason text not null,
  at timestamptz not null,
  until timestamptz not null check (until > at),
  primary key (queue, item_id)
);
create index desk_snoozes_until on desk_snoozes (until, queue, item_id);

-- Private notes of the staff. `member_id`: whose the item was, so that the note stands at the member's other items too.
create table desk_notes (
  id bigint generated always as identity primary key,
  queue text not null,
  item_id text not null,
  member_id text references members (id),
  operator_id text not null references operators (id),
  kind text not null check (kind in ('note', 'taken-over', 'assigned')),
  text text not null,
  at timestamptz not null
);
create index desk_notes_item on desk_notes (queue, item_id, id);
create index desk_notes_member on desk_notes (member_id, id) where member_id is not null;

-- Who is to read a note.
create table desk_mentions (
  operator_id text not null references operators (id),
  note_id bigint not null references desk_notes (id),
  read_at timestamptz,
  primary key (operator_id, note_id)
);
create index desk_mentions_unread on desk_mentions (operator_id, note_id) where read_at is null;

create table desk_shifts (
  id bigint generated always as identity primary key,
  operator_id text not null references operators (id),
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- what the next person has to know
  note text not null default '',
  -- what was done and what was given back, as it stood at closing
  summary jsonb,
  check ((closed_at is null) = (summary is null))
);
create unique index desk_shifts_open on desk_shifts (operator_id) where closed_at is null;
create index desk_shifts_closed on desk_shifts (closed_at, id) where closed_at is not null;

-- What one person decided in a time, and whom one person answered.
create index audit_log_decided_by on audit_log (operator_id, at) where action like 'desk.%';
create index chat_messages_by_staff on chat_messages (sender, created_at) where sender not in ('customer', 'bot');
