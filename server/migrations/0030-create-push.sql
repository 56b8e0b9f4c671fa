-- Messages that reach a member's device while the app is closed (rules.md §17).

-- The pair of keys by which push services know this installation, made at the first start. Browsers subscribe to the
-- public one, so another pair would silence every subscription.
create table push_keys (
  is_own boolean primary key default true check (is_own),
  public_key text not null,
  -- sealed with CREDENTIAL_KEY
  private_key text not null
);

-- Browsers that take a member's messages.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  -- an address of a push service; who knows it could disturb, so it is shown to nobody
  endpoint text not null,
  -- the browser's public key and secret, with which messages are encrypted
  p256dh text not null,
  auth text not null,
  member_id text not null references members (id),
  -- A session that has ended gets nothing more; its rows go with it.
  session_hash text not null references sessions (hash) on delete cascade,
  language text not null check (language in ('th', 'la', 'en')),
  hides_amounts boolean not null,
  created_at timestamptz not null,
  last_success_at timestamptz,
  -- messages in a row that did not arrive
  failures integer not null default 0,
  constraint push_subscriptions_endpoint unique (endpoint)
);
create index push_subscriptions_member on push_subscriptions (member_id, id);
create index push_subscriptions_session on push_subscriptions (session_hash);

-- What a member wants to hear of, and when without a sound; without a row everything, by the defaults of the server.
create table push_settings (
  member_id text primary key references members (id),
  -- the kinds that are switched off
  off text[] not null,
  -- HH:mm of the Bangkok day; equal: never
  quiet_from text not null check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  quiet_until text not null check (quiet_until ~ '^([01]\d|2[0-3]):[0-5]\d$')
);

-- Messages on their way, one per event and subscription: one event is sent once to one device. Sent ones are kept for a
-- day, so that they are not sent again.
create table push_deliveries (
  event text not null,
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  kind text not null,
  details jsonb not null,
  created_at timestamptz not null,
  -- when it is worth nothing any more
  expires_at timestamptz not null,
  -- When it is tried next; also the end of the claim of a node that is sending it. Null: sent.
  next_at timestamptz,
  tries integer not null default 0,
  primary key (event, subscription_id)
);
create index push_deliveries_subscription on push_deliveries (subscription_id);
create index push_deliveries_due on push_deliveries (next_at) where next_at is not null;
create index push_deliveries_expires on push_deliveries (expires_at);
