-- Credits and payments that two people take back (docs/decisions/0020).

-- How many credits of a report were taken back: a part of the next one's key, and no credit of it is made by itself.
alter table bank_transfers add column reversals integer not null default 0;
alter table qr_events add column reversals integer not null default 0;

-- A wish to take a decided item's credit or payment back. It waits in the desk's queue `reversal`.
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
  -- WAITING: for a second person. DONE: the journal is reversed, in the transaction that says so here.
  state text not null check (state in ('WAITING', 'DONE', 'REFUSED')),
  reason text not null,
  asked_by text not null references operators (id),
  asked_at timestamptz not null,
  decided_by text references operators (id),
  decided_at timestamptz,
  check ((state = 'WAITING') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null))
);
-- One wish at a time, and none after it took effect.
create unique index reversals_journal on reversals (journal_key) where state <> 'REFUSED';
create index reversals_waiting on reversals (id) where state = 'WAITING';
create index reversals_item on reversals (queue, item_id, id desc);

-- Every slip of a credit.
create index slips_journal on slips (journal_key) where journal_key is not null;
