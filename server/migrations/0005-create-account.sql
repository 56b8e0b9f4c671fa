-- Members, their bank accounts, sessions, devices and one-time passwords (rules.md §2).

create table members (
  -- 60 random bits in base32: not guessable, part of the personal invite code PR{id}
  id text primary key check (id ~ '^[a-z2-7]{12}$'),
  phone text not null,
  name text not null,
  -- argon2id, PHC string
  password_hash text not null,
  source_code text,
  invited_by text references members (id),
  birth_date date not null,
  currency text not null check (currency in ('THB', 'LAK')),
  is_active boolean not null default true,
  created_at timestamptz not null,
  constraint members_phone_unique unique (phone),
  constraint members_not_own_inviter check (invited_by <> id)
);
create index members_invited_by on members (invited_by);
-- Operators search members by the beginning of what they are told.
create index members_phone_prefix on members (phone text_pattern_ops);
create index members_id_prefix on members (id text_pattern_ops);
create index members_name_prefix on members (lower(name) text_pattern_ops);

create table member_bank_accounts (
  member_id text primary key references members (id),
  bank_code text not null,
  account_no text not null check (account_no ~ '^[0-9]+$'),
  account_name text not null,
  updated_at timestamptz not null,
  constraint member_bank_accounts_unique unique (bank_code, account_no)
);
create index member_bank_accounts_no_prefix on member_bank_accounts (account_no text_pattern_ops);
create index member_bank_accounts_name_prefix on member_bank_accounts (lower(account_name) text_pattern_ops);

-- Any three digits of an account number that stand together, each with the bank. Banks show some digits of a sender's
-- number and mask the rest with more or fewer signs than there are digits, so the accounts that a transfer may come
-- from are found by such parts.
create function account_no_parts(bank_code text, account_no text) returns text[]
language sql immutable strict parallel safe as $$
  select array(
    select bank_code || ':' || substr(account_no, at, 3)
    from pg_catalog.generate_series(1, pg_catalog.length(account_no) - 2) at)
$$;
create index member_bank_accounts_parts on member_bank_accounts using gin (account_no_parts(bank_code, account_no));

create table sessions (
  -- SHA-256 of the token, which is nowhere stored
  hash text primary key,
  member_id text not null references members (id),
  remember boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_member_id on sessions (member_id);
create index sessions_expires_at on sessions (expires_at);

-- Sessions end in the transaction that deactivates the member, whoever runs it (rules.md §2.3). They also end when the
-- member is activated again: a login that was under way meanwhile may have opened one, and a stolen token must not come
-- back to life.
create function end_member_sessions() returns trigger language plpgsql as $$
begin
  update sessions set revoked_at = now() where member_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger members_end_sessions after update of is_active on members
  for each row when (old.is_active <> new.is_active) execute function end_member_sessions();

-- Devices that have logged in, members' and operators': strangers' wrong passwords do not lock them out (rules.md
-- §2.3).
create table known_devices (
  -- the login, as limits name it: member:<phone> or operator:<email>
  account text not null,
  -- SHA-256 of the random id in the device's cookie
  device_hash text not null,
  last_login_at timestamptz not null,
  primary key (account, device_hash)
);
create index known_devices_last_login_at on known_devices (last_login_at);

create table otp_requests (
  -- SHA-256 of the token that the browser holds
  token_hash text primary key,
  phone text not null,
  -- SHA-256 over token, phone and code: without the token six digits cannot be tried out on it
  code_hash text not null,
  ref text not null,
  tries smallint not null default 0,
  ip text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index otp_requests_verified on otp_requests (phone, verified_at) where verified_at is not null;
create index otp_requests_sent_at on otp_requests (sent_at);
