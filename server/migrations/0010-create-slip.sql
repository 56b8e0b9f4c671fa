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
  -- why it failed (spec.md §8)
  note text,
  settled_at timestamptz,

  -- What the job does next: read the picture, look the transfer up; nothing, because a person decides or it is settled.
  step text not null check (step in ('read', 'look-up', 'none')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- set while a node works on it; a node that died loses it then
  claimed_until timestamptz,
  last_reason text,
  -- why a person has to decide; the job may still be asking
  desk_reason text,

  -- from the mini-QR
  bank_code text,
  reference text,
  -- This slip alone may be credited for (bank_code, reference). Taken before the look-up; a definite rejection gives it
  -- back, a credit keeps it for good.
  claims boolean not null default false,

  -- evidence: the transfer as the verifier told it, and the account of the house that it went to
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
create index slips_due on slips (next_attempt_at) where step <> 'none';
create index slips_desk on slips (id) where desk_reason is not null and status = 'PENDING';
create index slips_member on slips (member_id, created_at desc, id desc);
create index slips_reference on slips (member_id, reference) where reference is not null;

-- The slip of a transfer, whichever of slip and bank feed came first (rules.md §5.2): both meet in this row.
alter table bank_transfers add column slip_id text unique references slips (id);
