-- Game providers, the members' accounts at them, and what was bet there (rules.md §4). Money is not here: it is in the
-- ledger.

create table game_providers (
  code text primary key,
  name text not null,
  category text not null check (category in ('slot', 'sport', 'lotto')),
  logo text not null,
  background text not null,
  -- the card's second figure: balance times this
  ratio double precision not null check (ratio > 0),
  web text,
  android text,
  ios text,
  -- the provider's name in /api/autoLogin/…, null where there is no such call
  auto_login_path text unique,
  auto_login_with_password boolean not null default false,
  -- timeoutSeconds, settlementWindowSeconds; what is absent has its default in the code
  settings jsonb not null default '{}',
  sort integer not null,
  -- false: no new accounts, no play, no money in; what is there can still be brought home
  enabled boolean not null default true,
  -- false: it tells no settled bets, and play results stand in
  reports_bets boolean not null default true
);

create table game_accounts (
  member_id text not null references members (id),
  code text not null references game_providers (code),
  username text not null,
  -- the currency that the account was opened in
  asset text not null check (asset in ('THB', 'LAK')),
  -- AES-256-GCM, bound to member and code
  sealed_password text,
  activated_at timestamptz,
  -- an activation or a password reset is on its way until then
  claimed_until timestamptz,
  -- when the provider last answered the balance, and whether it failed to since
  balance_read_at timestamptz,
  is_stale boolean not null default false,
  primary key (member_id, code),
  unique (code, username),
  check ((activated_at is null) = (sealed_password is null))
);

-- Settled bets, each once by the provider's own id: what turnover, loss and invite are calculated from. Without foreign keys,
-- whose row locks would fall on the member and the provider of each.
create table bets (
  game text not null,
  -- of a play result: play:{key of its journal}
  id text not null,
  member_id text not null,
  product text not null,
  stake_minor bigint not null check (stake_minor >= 0),
  win_minor bigint not null check (win_minor >= 0),
  currency text not null check (currency in ('THB', 'LAK')),
  settled_at timestamptz not null,
  received_at timestamptz not null,
  -- the Bangkok day that it counts towards: that of settled_at, or the first one that was still open
  counted_day date not null,
  -- report: the provider's own; asked: found when we asked; play: a play result that stands in
  source text not null check (source in ('report', 'asked', 'play')),
  primary key (game, id)
);
-- What a member bet since an instant, in order.
create index bets_member on bets (member_id, settled_at, game, id);
-- Decisions about bonuses are replayed from these rows.
create trigger bets_append_only before update or delete or truncate on bets
  for each statement execute function ledger_refuse();

-- The sums of `bets` by counted_day, kept in the transaction that stores the bets.
create table bet_days (
  member_id text not null,
  day date not null,
  game text not null,
  product text not null,
  currency text not null,
  bets integer not null,
  stake_minor bigint not null,
  win_minor bigint not null,
  primary key (member_id, day, game, product)
) with (fillfactor = 70);
create index bet_days_day on bet_days (day, member_id);

-- Days up to the latest one here are closed: no bet counts towards them any more.
create table closed_bet_days (
  day date primary key,
  closed_at timestamptz not null
);
create trigger closed_bet_days_append_only before update or delete or truncate on closed_bet_days
  for each statement execute function ledger_refuse();

-- How far each provider was asked; 'play': how far play results were read.
create table bet_cursors (
  source text primary key,
  cursor text not null,
  -- when it is asked again; whoever moves it on asks
  next_at timestamptz not null
);
