-- The books of the bank and of the gateways: what they report a transfer under, and what was sent back to its sender. Run at
-- every start; each statement may be repeated.
select pg_advisory_xact_lock(hashtext('sandbox.schema'));

-- What the feed calls the transfer; null: as the slip does.
alter table sandbox.bank_transfer add column if not exists feed_reference text;

-- Sent back by the house: a bank transfer by its reference, or a QR payment by its event. Each once.
create table if not exists sandbox.returned (
  return_reference text primary key,
  reference text unique references sandbox.bank_transfer,
  event_id text unique references sandbox.qr_payment,
  created_at timestamptz not null,
  check ((reference is null) <> (event_id is null))
);
