-- What waits for a person, of all queues (docs/decisions/0065). It is written in the transactions that change the owners' rows
-- (server/desk/items.ts); `npm run ledger:verify` compares it with them.
create table desk_items (
  queue text not null,
  id text not null,
  -- the owner's row
  subject text not null,
  key text not null,
  at timestamptz not null,
  member_id text references members (id),
  amount_minor bigint,
  currency text not null check (currency in ('THB', 'LAK')),
  bank text,
  account text,
  words text not null,
  primary key (queue, id)
);
-- The order of lists, and backwards (server/slices/desk/list-store.ts).
create index desk_items_order on desk_items (queue, ((extract(epoch from at at time zone 'UTC') * 1000000)::bigint), id collate "C");
create index desk_items_subject on desk_items (subject, key);
create index desk_items_member on desk_items (member_id, at) where member_id is not null;
