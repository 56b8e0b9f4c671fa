-- Transfers whose outcome the provider still owes us (rules.md §4.3). The money and its state are the ledger's hold;
-- this says only who asks next, and when.
create table transfer_followups (
  -- key of the pending journal
  key text primary key,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_reason text,
  -- a node is asking until then
  claimed_until timestamptz,
  -- a person has to look: the provider has owed the answer too long, or said something that cannot be true
  on_desk boolean not null default false,
  created_at timestamptz not null
);
create index transfer_followups_on_desk on transfer_followups (created_at) where on_desk;
