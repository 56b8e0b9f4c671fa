-- Passkeys of operators: a second factor like the codes of 0036 (rules.md §17.8).
create table operator_passkeys (
  id uuid primary key default gen_random_uuid(),
  -- the credential's id as the browser names it, in base64url
  credential_id text not null unique,
  operator_id text not null references operators (id),
  -- the host that it was made for
  rp_id text not null,
  -- COSE, in base64url
  public_key text not null,
  -- how often it was used, where the device counts that
  counter bigint not null,
  transports text[] not null,
  -- what the operator calls it
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index operator_passkeys_operator_id on operator_passkeys (operator_id);

-- What a passkey is asked to sign. A session has one of each purpose, which ends with it; a new one takes its place.
create table operator_passkey_challenges (
  session_hash text not null references operator_sessions (hash) on delete cascade,
  purpose text not null check (purpose in ('add', 'prove')),
  -- SHA-256 of the challenge
  hash text not null,
  expires_at timestamptz not null,
  primary key (session_hash, purpose)
);
