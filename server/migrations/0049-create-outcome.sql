-- How what members waited for has ended, and money that moved without them (rules.md §21). A row is written by the
-- transaction that ends it.
create table outcomes (
  id bigint generated always as identity primary key,
  -- the fact that it says, which is said once
  key text not null unique,
  -- No reference: an ending would lock the member for it, after the wallet, and others lock the member first.
  member_id text not null,
  kind text not null check (kind in ('slip', 'qr', 'gift', 'announcement', 'bank', 'withdrawal', 'transfer', 'bonus',
    'bonus-end', 'review', 'prize')),
  result text not null check (result in ('DONE', 'REFUSED', 'EXPIRED', 'FAILED', 'RETURNED', 'TAKEN_BACK')),
  -- a code; one that members are not shown is left out when it is read
  reason text,
  amount_minor bigint,
  currency text not null check (currency in ('THB', 'LAK')),
  -- as in the statement
  from_end text not null default '',
  to_end text not null default '',
  -- the key of the row of money under way that became this, or the id of what waited
  source text,
  -- what an offer is called: {th, la, en}
  description jsonb,
  at timestamptz not null,
  read_at timestamptz
);
create index outcomes_member on outcomes (member_id, id desc);
create index outcomes_unread on outcomes (member_id, id desc) where read_at is null;
-- for those that are too old
create index outcomes_at on outcomes (at);
