-- Conversations of members and visitors with the operator (rules.md §12).

create table chat_conversations (
  id text primary key,
  -- of a member, or of a visitor
  member_id text references members (id),
  guest_id text,
  -- what the customer last wrote in
  language text not null check (language in ('th', 'la', 'en')),
  -- bot: the bot answers; waiting: nobody of the staff has answered yet; open: somebody has; ended: the next message begins
  -- a new session
  state text not null check (state in ('bot', 'waiting', 'open', 'ended')),
  -- who answers it
  operator_id text references operators (id),
  session_id text not null,
  -- Messages are counted from 1 without gaps. The row is locked until a message is committed, so whoever sees a number can
  -- read all before it.
  last_number integer not null default 0,
  last_at timestamptz not null,
  customer_read integer not null default 0,
  operator_read integer not null default 0,
  -- since when the customer has waited for an answer of the staff
  waiting_since timestamptz,
  created_at timestamptz not null,
  constraint chat_conversations_member unique (member_id),
  constraint chat_conversations_guest unique (guest_id),
  check ((member_id is null) <> (guest_id is null))
) with (fillfactor = 80);
create index chat_conversations_waiting on chat_conversations (waiting_since, id) where waiting_since is not null;
create index chat_conversations_recent on chat_conversations (last_at, id);
create index chat_conversations_operator on chat_conversations (operator_id, last_at, id) where operator_id is not null;

create table chat_messages (
  conversation_id text not null references chat_conversations (id),
  number integer not null,
  -- customer, bot, or the id of an operator
  sender text not null,
  -- the sender's own id, by which a repetition is known
  client_id text not null,
  session_id text not null,
  message jsonb not null,
  created_at timestamptz not null,
  primary key (conversation_id, number)
);
create unique index chat_messages_client_id on chat_messages (conversation_id, sender, client_id);

-- Pictures and videos that were uploaded for messages.
create table chat_files (
  -- the name in the store of files
  name text primary key,
  -- member:…, guest:… or operator:…; only they may send it
  owner text not null,
  kind text not null check (kind in ('image', 'video')),
  -- as the sender's device called it
  label text not null,
  size integer not null,
  width integer,
  height integer,
  -- The conversation that it was sent in. Null: not sent yet, and deleted after a day.
  conversation_id text references chat_conversations (id),
  created_at timestamptz not null
);
create index chat_files_unsent on chat_files (created_at) where conversation_id is null;

-- What the bot says, as operators wrote it; the highest version counts.
create table chat_bots (
  version integer primary key,
  content jsonb not null,
  operator_id text references operators (id),
  created_at timestamptz not null
);
