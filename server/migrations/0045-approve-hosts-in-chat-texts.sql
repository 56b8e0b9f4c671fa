-- What the bot says, and a canned reply, that lead to a foreign host wait for a second person (rules.md §12.4, §12.5).

-- Foreign hosts that two people agreed on; they need nobody's approval again.
create table chat_hosts (
  -- lower case, in ASCII, with a port if it is not the usual one
  host text primary key,
  approved_by text not null references operators (id),
  approved_at timestamptz not null
);

-- The highest approved version counts. What was there before this change was in force when it was made, and so is what a
-- server of the version before makes while a release is put up.
alter table chat_bots
  add column state text not null default 'APPROVED' check (state in ('WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  -- the foreign hosts for which it waits or waited
  add column new_hosts text[] not null default '{}',
  -- who approved, refused or withdrew it; null: nobody had to
  add column decided_by text references operators (id),
  add column decided_at timestamptz,
  add column decided_reason text;

alter table chat_replies
  -- What waits for a second person: shortcut and texts. The columns `shortcut` and `texts` are what is in force; without a
  -- text in any language nothing is.
  add column waiting jsonb,
  add column waiting_hosts text[] not null default '{}',
  add column waiting_by text references operators (id),
  add column waiting_at timestamptz,
  add check ((waiting is null) = (waiting_by is null) and (waiting is null) = (waiting_at is null));
