-- QR codes of the gateways, and what people paid by them. Each statement may be repeated.
create table if not exists sandbox.qr_code (
  gateway text not null,
  payment_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  payload text not null unique,
  cancelled boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (gateway, payment_id)
);
alter table sandbox.qr_code add column if not exists currency text not null default 'THB';
create index if not exists qr_code_by_time on sandbox.qr_code (created_at desc);

-- Payments; `answer` is our server's word on the report, when one came.
create table if not exists sandbox.qr_payment (
  event_id text primary key,
  gateway text not null,
  payment_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  paid_at timestamptz not null,
  reports integer not null default 0,
  delivered boolean not null default false,
  answer text,
  created_at timestamptz not null,
  foreign key (gateway, payment_id) references sandbox.qr_code
);
create index if not exists qr_payment_by_code on sandbox.qr_payment (gateway, payment_id, created_at);
