-- Canned replies: texts that operators insert into their answers by a shortcut (rules.md §12.5).
create table chat_replies (
  id text primary key,
  -- small letters, digits and hyphens
  shortcut text not null,
  -- the text by language; empty: none in this language
  texts jsonb not null,
  -- counts the changes, so that one change does not undo another that its author has not seen
  version integer not null default 1,
  -- null: made with the demo
  updated_by text references operators (id),
  updated_at timestamptz not null,
  constraint chat_replies_shortcut unique (shortcut)
);
