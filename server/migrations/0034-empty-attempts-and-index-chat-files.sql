-- outside a transaction
-- Attempts are kept for a number of days (the setting `outside.attemptDays`). They are written in the order of their times,
-- so that ranges of pages are enough to find the old ones, and nothing that writes one is slower for it.
create index concurrently if not exists outside_attempts_asked on outside_attempts using brin (asked_at);

-- Whose conversation goes to a member takes its files along, and a conversation that is removed is looked for here.
create index concurrently if not exists chat_files_conversation
  on chat_files (conversation_id) where conversation_id is not null;
