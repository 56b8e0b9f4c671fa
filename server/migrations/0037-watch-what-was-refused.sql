-- What two people said was not carried out, and what the other side is still asked about: should it say that it was, the item
-- comes back to the desk (rules.md §17.5).
create table outside_watches (
  kind text not null check (kind in ('payout', 'transfer')),
  -- as in outside_work
  key text not null,
  refused_at timestamptz not null,
  -- when a node asks next
  next_at timestamptz not null,
  primary key (kind, key)
);
create index outside_watches_due on outside_watches (kind, next_at);
