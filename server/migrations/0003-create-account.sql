-- Members, their bank account, sessions, one-time passwords, and how often somebody did what (rules.md §2).

create table members (
  -- 60 random bits in base32: not guessable, part of the personal invite code PR{id}.
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

create table member_bank_accounts (
  member_id text primary key references members (id),
  bank_code text not null,
  account_no text not null check (account_no ~ '^[0-9]+$'),
  account_name text not null,
  updated_at timestamptz not null,
  constraint member_bank_accounts_unique unique (bank_code, account_no)
);

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

-- The latest turns of each key, as many as its limit needs (platform/limiter.ts).
create table limiter_turns (
  key text primary key,
  turns timestamptz[] not null,
  -- whether the last call was turned away
  refused boolean not null default false,
  last_at timestamptz not null
);
create index limiter_turns_last_at on limiter_turns (last_at);
