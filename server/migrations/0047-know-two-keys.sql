-- The keys of an installation beside the one that seals, whose fingerprint is in `installation` (docs/operating.md, Another key).
-- `next`: nodes have been started that open its texts; the first one that is started to seal with it puts it in that one's place.
-- `old`: it sealed before, and texts of it may be left. `gone`: none are.
create table installation_keys (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{16}$'),
  state text not null check (state in ('next', 'old', 'gone')),
  since timestamptz not null default now()
);
-- One change at a time.
create unique index installation_keys_changing on installation_keys ((true)) where state <> 'gone';
