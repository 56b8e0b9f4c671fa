-- Codes that set a new password, passkeys, and the history of logins (rules.md §2.7 to §2.9).

-- What a code is for: one that registers a phone sets no password, and the other way round. `used_at`: when a password was
-- set with it, or with another code of the same phone.
alter table otp_requests
  add column purpose text not null default 'register' check (purpose in ('register', 'reset')),
  add column used_at timestamptz;

create table passkeys (
  -- the credential's id as the browser names it, in base64url
  id text primary key,
  member_id text not null references members (id),
  -- the host that it was made for
  rp_id text not null,
  -- COSE, in base64url
  public_key text not null,
  -- how often it was used, where the device counts that
  counter bigint not null,
  transports text[] not null,
  browser text,
  system text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_member_id on passkeys (member_id);

create table passkey_challenges (
  -- SHA-256 of the challenge
  hash text primary key,
  -- who adds a passkey by it; null: it is for a login
  member_id text references members (id),
  expires_at timestamptz not null
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

create table logins (
  id bigint generated always as identity primary key,
  member_id text not null references members (id),
  at timestamptz not null,
  way text not null check (way in ('password', 'passkey', 'reset')),
  -- the session that it opened; null: it was refused
  session_hash text,
  -- what the browser said of itself; null: nothing that we know
  browser text,
  system text,
  -- shortened, so that it names a network and no household
  address text not null,
  -- the device's id in known_devices; null: it was refused, or the member said that it was somebody else
  device_hash text,
  -- the first login of a device, on an account that others had logged in to
  is_new boolean not null,
  -- when the member said on another device whether this one is theirs
  answered_at timestamptz
);
create index logins_member_id on logins (member_id, id desc);
create index logins_at on logins (at);
create unique index logins_session_hash on logins (session_hash) where session_hash is not null;
