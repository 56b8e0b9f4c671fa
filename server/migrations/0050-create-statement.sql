-- Links by which anybody can check a receipt (rules.md §22). One that is ended is removed.
create table receipt_links (
  -- SHA-256 of the link's secret, in hex: who reads the table can open none of them
  secret_hash text primary key,
  member_id text not null references members (id),
  -- the number on the receipt, and an id by which it is found
  number text not null,
  receipt_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);
create index receipt_links_receipt on receipt_links (member_id, number);
create index receipt_links_expires_at on receipt_links (expires_at);
