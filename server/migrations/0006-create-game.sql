-- Game providers and the members' accounts at them (rules.md §4). Money is not here: it is in the ledger.

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
  -- timeoutSeconds, settlementWindowSeconds; what is absent has its default in code
  settings jsonb not null default '{}',
  sort integer not null,
  -- off: no new accounts, no play, no money in; what is there can still be brought home
  enabled boolean not null default true
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
  -- when the provider last told the balance, and whether it failed to since
  balance_read_at timestamptz,
  is_stale boolean not null default false,
  primary key (member_id, code),
  unique (code, username),
  check ((activated_at is null) = (sealed_password is null))
);
