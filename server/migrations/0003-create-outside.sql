-- Work with somebody outside (a game, a bank, a payment wallet, a slip verifier) who may not answer
-- (docs/decisions/0025): who asks next and when, and what a person has to decide. It holds no money: what the work is
-- about is in the ledger's hold, or in the row that `key` names.
create table outside_work (
  -- also the name of the review queue
  kind text not null check (kind in ('transfer', 'payout', 'gift', 'slip')),
  -- of a transfer the key of its hold, else the id of the payout, gift or slip
  key text not null,
  created_at timestamptz not null,
  -- answers so far that said nothing definite
  attempts integer not null default 0,
  -- when a node has to work on it; null: no node has to
  next_at timestamptz,
  -- a node works on it until then; names the claim, too
  claimed_until timestamptz,
  -- the last answer that said nothing definite, or the contradiction
  last_reason text,
  -- why a person has to say what became of it; null: it is not in review. While it is set, no node sends it.
  review_reason text check (review_reason in ('UNCERTAIN', 'CONTRADICTION')),
  primary key (kind, key)
) with (fillfactor = 70);
create index outside_work_due on outside_work (kind, next_at) where next_at is not null;
create index outside_work_review on outside_work (kind, created_at, key) where review_reason is not null;

-- Claims what is due, the longest waiting first: conditional, so that two nodes never have the same one. The work of a
-- node that dies is due again at `p_until`. The settings force index look-ups (see 0001-create-ledger.sql).
create function outside_work_claim(p_kind text, p_now timestamptz, p_until timestamptz, p_limit int)
returns setof outside_work language sql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
  update outside_work set next_at = p_until, claimed_until = p_until
  where kind = p_kind and key = any(array(
    select key from outside_work
    where kind = p_kind and next_at <= p_now
    order by next_at limit p_limit for update skip locked))
  returning *
$$;

-- Every question about money that was put to somebody outside, and its answer.
create table outside_attempts (
  kind text not null,
  key text not null,
  -- in the order in which they were written
  number bigint generated always as identity,
  asked_at timestamptz not null,
  -- what was asked: to do it (send), what became of it (status), what it is (inspect)
  question text not null,
  -- what was answered: done, refused, uncertain, unknown-id …
  answer text not null,
  reason text,
  milliseconds integer not null,
  primary key (kind, key, number)
);
