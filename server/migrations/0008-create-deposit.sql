-- Deposits by slip, bank feed, QR code, gift link and announcement (rules.md §5), and the reports of banks and gateways
-- that are nobody's money yet (rules.md §18). A row commits together with the journal that it leads to.

-- Slips -------------------------------------------------------------------------------------------------------------

-- Uploaded bank slips (rules.md §5.1). A row is made when the picture is safely kept; a job takes it on from there.
create table slips (
  id text primary key,
  member_id text not null references members (id),
  -- the member's
  currency text not null check (currency in ('THB', 'LAK')),
  created_at timestamptz not null,
  -- what the member said about the transfer when uploading; for the eyes of operators only
  stated_amount_minor bigint,
  stated_bank text,
  -- the kept picture; null where the upload was none that could be worked on
  file text,

  status text not null check (status in ('PENDING', 'SUCCESS', 'FAILED')),
  -- why it failed: a code of product.md §8
  note text,
  settled_at timestamptz,
  -- What the job does next: read the picture, look the transfer up; nothing, because a person decides or it is settled.
  step text not null check (step in ('read', 'look-up', 'none')),
  -- why a person has to decide; the job may still be asking the verifier
  desk_reason text,

  -- from the mini-QR
  bank_code text,
  reference text,
  -- This slip alone may be credited for (bank_code, reference). Taken before the look-up; a definite rejection gives it
  -- back, a credit keeps it for good.
  claims boolean not null default false,

  -- evidence: the transfer as the verifier reported it, and the account of the house that it went to
  amount_minor bigint check (amount_minor > 0),
  sent_at timestamptz,
  from_bank text,
  from_account_no text,
  from_name text,
  to_bank text,
  to_account_no text,
  to_name text,
  house_bank_code text,
  house_account_no text,
  -- the credit; the bank feed's where the feed was first
  journal_key text,
  operator_id text,

  check ((status = 'PENDING') = (settled_at is null)),
  check ((status = 'SUCCESS') = (journal_key is not null)),
  check ((status = 'FAILED') = (note is not null)),
  check (status = 'PENDING' or step = 'none'),
  check (status <> 'SUCCESS' or claims),
  check (status <> 'FAILED' or not claims),
  check (not claims or (bank_code is not null and reference is not null))
);
create unique index slips_claim_unique on slips (bank_code, reference) where claims;
create index slips_desk on slips (id) where desk_reason is not null and status = 'PENDING';
create index slips_member on slips (member_id, created_at desc, id desc);
create index slips_reference on slips (member_id, reference) where reference is not null;
-- What a member has under way is asked for by every dashboard and at every change. Here and below it is found among the
-- few rows that are open, however many there have been.
create index slips_member_pending on slips (member_id, id desc) where status = 'PENDING';
-- The other slips of a transfer, at the moment when one of them is settled.
create index slips_open_reference on slips (bank_code, reference) where status = 'PENDING';
-- Every slip of a credit.
create index slips_journal on slips (journal_key) where journal_key is not null;
-- A member tells support the beginning of an id that the app shows: of a slip, a code, a gift, a withdrawal.
create index slips_id_prefix on slips (id text_pattern_ops);

-- QR codes ----------------------------------------------------------------------------------------------------------

-- QR codes that members asked for (rules.md §5.3).
create table qr_payments (
  -- ours; the gateway's idempotency key, and what its report names
  id text primary key check (id ~ '^qr[a-z2-7]{20}$'),
  member_id text not null references members (id),
  gateway text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  -- CANCELLED: by the member or by a newer code; FAILED: the gateway gave no code
  state text not null check (state in ('OPEN', 'PAID', 'CANCELLED', 'FAILED')),
  -- the EMVCo text that the code shows; null until the gateway has answered
  payload text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when it was cancelled or failed; kept when a payment that was made before turns up
  closed_at timestamptz,
  journal_key text unique,
  check ((state = 'PAID') = (journal_key is not null)),
  check (state not in ('CANCELLED', 'FAILED') or closed_at is not null)
);
-- One open code per member and gateway.
create unique index qr_payments_one_open on qr_payments (member_id, gateway) where state = 'OPEN';
create index qr_payments_member on qr_payments (member_id, created_at desc);
create index qr_payments_id_prefix on qr_payments (id text_pattern_ops);

-- Payments that gateways reported; each event once, whatever it is about.
create table qr_events (
  id bigint generated always as identity primary key,
  gateway text not null,
  event_id text not null,
  -- as reported: it may be none of ours
  payment_id text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  -- waiting: a person decides whose it is. in-doubt: whose it is is known, but not whether it is the same money as a
  -- transfer that was credited already. matched: it is, and nothing is credited for the report. returning: two people
  -- decided that it goes back to its sender. returned: it was sent.
  state text not null check (state in ('credited', 'waiting', 'in-doubt', 'matched', 'returning', 'returned')),
  -- why a person has to decide, or had to
  reason text check (reason in ('LATE', 'WRONG_AMOUNT', 'PAID_TWICE', 'UNKNOWN_PAYMENT')),
  -- whose it is; null while nobody knows
  member_id text references members (id),
  operator_id text,
  journal_key text unique,
  in_suspense boolean not null default false,
  -- of the return, at the gateway
  return_reference text,
  -- How many credits of it were taken back: a part of the next one's key, and no later credit is made without a person.
  reversals integer not null default 0,
  constraint qr_events_unique unique (gateway, event_id),
  check ((state = 'credited') = (journal_key is not null)),
  constraint qr_events_member_check check (state not in ('credited', 'in-doubt', 'matched') or member_id is not null),
  constraint qr_events_reason_given check (state in ('credited', 'in-doubt', 'matched') or reason is not null),
  constraint qr_events_operator_check check (
    case when state = 'waiting' then operator_id is null
      when state in ('returning', 'returned') then operator_id is not null
      when state = 'credited' then reason is null or operator_id is not null
      else true end),
  constraint qr_events_return_check check (return_reference is null or state = 'returned')
);
create index qr_events_waiting on qr_events (id) where state = 'waiting';
create index qr_events_in_doubt on qr_events (id) where state = 'in-doubt';
create index qr_events_returning on qr_events (id) where state = 'returning';
create index qr_events_payment on qr_events (payment_id);
create index qr_events_in_suspense on qr_events (gateway, currency) where in_suspense;
create index qr_events_member_waiting on qr_events (member_id)
  where state in ('waiting', 'in-doubt') and member_id is not null;
-- Payments that may be the same money as a transfer: of an equal amount and near in time.
create index qr_events_near on qr_events (currency, amount_minor, paid_at);

-- Bank transfers ----------------------------------------------------------------------------------------------------

-- Transfers to the house's bank accounts, as the bank's feed or a slip's verifier reports them (rules.md §5.2). A slip
-- and the feed meet in one row by the bank's reference. Under different references they are two rows
-- (docs/decisions/0011), of which one is credited; the other is matched to it, or waits for a person to decide.
create table bank_transfers (
  id bigint generated always as identity primary key,
  -- the account that was paid to, as it was then
  house_bank_code text not null,
  house_account_no text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  -- the bank's own; with the account, what a transfer is known by
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  sent_at timestamptz not null,
  -- the sender as the bank shows it: the number may be masked, the name cut off
  from_bank text not null,
  from_account_no text not null,
  from_name text not null,
  received_at timestamptz not null,
  -- when the feed first reported the row's reference; null: only a slip did
  feed_reported_at timestamptz,
  slip_id text unique references slips (id),

  -- unmatched: a person decides whose money it is. in-doubt: whose it is is known, but not whether it is a transfer
  -- that was credited to the member already. matched: it is, and nothing is credited for this row. internal: the house
  -- sent it from an account of its own; its journal is no deposit. explained: two people found that a report which
  -- contradicts another one is no money of its own. returning: two people decided that it goes back to its sender.
  -- returned: it was sent.
  state text not null check (
    state in ('credited', 'unmatched', 'in-doubt', 'matched', 'internal', 'explained', 'returning', 'returned')),
  member_id text references members (id),
  operator_id text,
  journal_key text unique,
  -- the row under whose reference the same transfer was credited; null: a person said that it was one of several
  match_id bigint constraint bank_transfers_match_unique unique references bank_transfers (id),
  -- the gateway's report of the same money, where that is known
  qr_event_id bigint references qr_events (id),
  -- The row that the feed had reported before, under this reference but with other facts, or for another account of the
  -- house. Such a report is no repetition, so it waits for a person under a reference of its own.
  contradicts_id bigint references bank_transfers (id),

  -- whether the money is in suspense, and how often it was put there: a part of the journals' keys
  in_suspense boolean not null default false,
  suspense_turn integer not null default 0,
  -- of the return, at the bank
  return_reference text,
  -- How many credits of it were taken back: a part of the next one's key, and no later credit is made without a person.
  reversals integer not null default 0,

  constraint bank_transfers_reference_unique unique (house_account_no, reference),
  constraint bank_transfers_member_check
    check ((state in ('credited', 'in-doubt', 'matched')) = (member_id is not null)),
  constraint bank_transfers_journal_check check ((state in ('credited', 'internal')) = (journal_key is not null)),
  constraint bank_transfers_match_check check (match_id is null or state = 'matched'),
  constraint bank_transfers_reported_check check (slip_id is not null or feed_reported_at is not null),
  constraint bank_transfers_return_check check (return_reference is null or state = 'returned')
);
create index bank_transfers_unmatched on bank_transfers (received_at) where state = 'unmatched';
create index bank_transfers_returning on bank_transfers (id) where state = 'returning';
create index bank_transfers_member on bank_transfers (member_id, id desc) where member_id is not null;
-- The bank's own reference is unique over all accounts of the house.
create index bank_transfers_reference on bank_transfers (reference);
-- Transfers that may be the same as a report of the feed, as a slip, or as a gateway's payment, at any account of the
-- house.
create index bank_transfers_slip_only on bank_transfers (currency, amount_minor, sent_at)
  where feed_reported_at is null;
create index bank_transfers_feed_only on bank_transfers (currency, amount_minor, sent_at) where slip_id is null;
create index bank_transfers_in_doubt on bank_transfers (currency, amount_minor, sent_at) where state = 'in-doubt';
create index bank_transfers_near on bank_transfers (currency, amount_minor, sent_at);
create index bank_transfers_qr_event on bank_transfers (qr_event_id) where qr_event_id is not null;
-- At most one transfer is credited for a payment's money.
create unique index bank_transfers_qr_event_credited on bank_transfers (qr_event_id) where state = 'credited';
-- Transfers that an operator may choose for an announced deposit: of the announced amount, and near in time.
create index bank_transfers_free_amount on bank_transfers (currency, amount_minor) where state = 'unmatched';
create index bank_transfers_free_time on bank_transfers (currency, sent_at) where state = 'unmatched';
create index bank_transfers_in_suspense on bank_transfers (house_account_no, currency) where in_suspense;
-- What the open transaction still has to put into suspense; bank_transfers_suspense lets none be committed.
create index bank_transfers_to_suspend on bank_transfers (id)
  where not in_suspense
    and (state = 'returning' or (state in ('unmatched', 'in-doubt') and feed_reported_at is not null));

-- Suspense ----------------------------------------------------------------------------------------------------------
--
-- Money that a bank or gateway reported and that is nobody's yet is posted from `bank:{account}` or `gateway:{code}` to
-- `suspense:{account or code}` in the transaction that stores the report. No transaction may leave a waiting report
-- outside of suspense, or another one in it. The triggers check at the commit, by the row as it is then.

create function bank_transfers_check_suspense() returns trigger language plpgsql as $$
declare
  v bank_transfers;
begin
  select * into v from bank_transfers where id = new.id;
  if v.in_suspense is distinct from
    (v.state = 'returning' or (v.state in ('unmatched', 'in-doubt') and v.feed_reported_at is not null))
  then
    raise exception 'bank transfer % is % and % in suspense', v.id, v.state,
      case when v.in_suspense then 'still' else 'not' end using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger bank_transfers_suspense after insert or update on bank_transfers
  deferrable initially deferred for each row execute function bank_transfers_check_suspense();

create function qr_events_check_suspense() returns trigger language plpgsql as $$
declare
  v qr_events;
begin
  select * into v from qr_events where id = new.id;
  if v.in_suspense is distinct from (v.state in ('waiting', 'in-doubt', 'returning')) then
    raise exception 'QR payment % is % and % in suspense', v.id, v.state,
      case when v.in_suspense then 'still' else 'not' end using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger qr_events_suspense after insert or update on qr_events
  deferrable initially deferred for each row execute function qr_events_check_suspense();

-- What is owed to senders whom nobody knows, by the house account that has it. The proof of the books compares it with
-- the ledger.
create view suspense_owed as
  select 'suspense:' || house_account_no as name, currency as asset, sum(amount_minor)::bigint as amount_minor,
    count(*) as items, min(received_at) as since
  from bank_transfers where in_suspense group by house_account_no, currency
  union all
  select 'suspense:' || gateway, currency, sum(amount_minor)::bigint, count(*), min(received_at)
  from qr_events where in_suspense group by gateway, currency;

-- Gift links --------------------------------------------------------------------------------------------------------

-- Gift links that members sent (rules.md §5.4). Whoever reads a link can take its money: only its hash is kept, and,
-- while it may have to be sent again, a sealed copy.
create table gifts (
  -- ours; the wallet's idempotency key
  id text primary key check (id ~ '^gf[a-z2-7]{20}$'),
  -- SHA-256 of the normalised link, hex
  link_hash text not null check (link_hash ~ '^[0-9a-f]{64}$'),
  sealed_link text,
  member_id text not null references members (id),
  -- the account of the house's wallet that takes it
  wallet_no text not null,
  currency text not null check (currency in ('THB', 'LAK')),
  -- CLAIMED: the wallet was not yet asked to take it; REDEEMING: it may have been
  state text not null check (state in ('CLAIMED', 'REDEEMING', 'CREDITED', 'REFUSED')),
  -- as inspected, then as redeemed
  amount_minor bigint check (amount_minor > 0),
  -- why it was refused
  reason text,
  operator_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  journal_key text unique,
  check ((state = 'CREDITED') = (journal_key is not null)),
  check ((state in ('CREDITED', 'REFUSED')) = (settled_at is not null)),
  check ((state in ('CREDITED', 'REFUSED')) = (sealed_link is null)),
  check (state not in ('REDEEMING', 'CREDITED') or amount_minor is not null)
);
-- A link is one member's; a definite refusal releases it, so that a stolen link does not burn its owner's gift.
create unique index gifts_claim on gifts (link_hash) where state <> 'REFUSED';
create index gifts_member on gifts (member_id, created_at desc);
create index gifts_member_open on gifts (member_id) where state in ('CLAIMED', 'REDEEMING');
create index gifts_id_prefix on gifts (id text_pattern_ops);

-- Announced deposits ------------------------------------------------------------------------------------------------

-- Deposits that members announce (rules.md §5.5). One is closed by a transfer that the bank reported: the one that an
-- operator chooses, or an equal one that was credited to the member in the ordinary way.
create table manual_deposits (
  id text primary key check (id ~ '^md[a-z2-7]{20}$'),
  member_id text not null references members (id),
  currency text not null check (currency in ('THB', 'LAK')),
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('PENDING', 'CREDITED', 'REFUSED')),
  operator_id text,
  created_at timestamptz not null,
  decided_at timestamptz,
  journal_key text unique,
  -- the transfer that closed it
  transfer_id bigint constraint manual_deposits_transfer_unique unique references bank_transfers (id),
  check ((state = 'CREDITED') = (journal_key is not null)),
  check ((state = 'PENDING') = (decided_at is null)),
  -- credited without an operator: by the equal transfer
  constraint manual_deposits_operator_check
    check (state = 'CREDITED' or (state = 'REFUSED') = (operator_id is not null)),
  constraint manual_deposits_transfer_check check (transfer_id is null or state = 'CREDITED')
);
-- One announcement per member waits at a time.
create unique index manual_deposits_one_pending on manual_deposits (member_id) where state = 'PENDING';
create index manual_deposits_pending on manual_deposits (created_at, id) where state = 'PENDING';
create index manual_deposits_member on manual_deposits (member_id, created_at desc);
create index manual_deposits_id_prefix on manual_deposits (id text_pattern_ops);
