-- Devices that take push messages, and the messages that they got. Each statement may be repeated.
create table if not exists sandbox.push_device (
  id text primary key,
  -- of the device, on P-256; base64url
  private_key text not null,
  public_key text not null,
  auth text not null,
  -- the app was removed from it
  is_gone boolean not null default false,
  created_at timestamptz not null
);

create table if not exists sandbox.push_message (
  id bigint generated always as identity primary key,
  device_id text not null references sandbox.push_device (id),
  -- the server that sent it, by its public key
  sender text not null,
  ttl integer not null,
  urgency text,
  topic text,
  -- as it was encrypted for the device
  content text not null,
  created_at timestamptz not null
);
create index if not exists push_message_by_device on sandbox.push_message (device_id, id desc);
