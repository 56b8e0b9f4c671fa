-- What somebody outside (a game, a bank, a payment wallet) has not answered for, or may have to be asked about
-- (docs/decisions/0025): who asks next and when, and what a person has to decide. The money and its state are elsewhere:
-- in the ledger's hold, or in the row of the slice that `key` names.
create table outside_work (
  -- also the name of the review queue
  kind text not null check (kind in ('transfer', 'payout', 'gift', 'slip')),
  -- of a transfer the key of its hold, else the id of the payout, gift or slip
  key text not null,
  created_at timestamptz not null,
  -- answers so far that said nothing definite
  attempts integer not null default 0,
  -- when a node has to see to it; null: no node has to
  next_at timestamptz,
  -- a node is at it until then; names the claim, too
  claimed_until timestamptz,
  -- the last answer that said nothing definite, or the contradiction
  last_reason text,
  -- why a person has to say what became of it; null: it is not in review. As long as it is there no node sends it.
  review_reason text check (review_reason in ('UNCERTAIN', 'CONTRADICTION')),
  primary key (kind, key)
) with (fillfactor = 70);
create index outside_work_due on outside_work (kind, next_at) where next_at is not null;
create index outside_work_review on outside_work (kind, created_at, key) where review_reason is not null;

-- Every question that was put to somebody outside about money, and its answer.
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

-- Claims what is due, the longest waiting first: conditional, so that two nodes never have the same one. Whose node dies
-- is due again at `p_until`. It looks rows up by index, whatever the table held when a connection made its plan.
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

-- Work may leave the review by itself, and come back (migration 0018): what was said before is about something else then.
create function outside_work_forget() returns trigger language plpgsql as $$
begin
  delete from desk_approvals where queue = old.kind and item_id = old.key;
  return null;
end $$;
create trigger outside_work_leaves_review after update of review_reason on outside_work
  for each row when (old.review_reason is not null and new.review_reason is null) execute function outside_work_forget();
create trigger outside_work_ends after delete on outside_work
  for each row when (old.review_reason is not null) execute function outside_work_forget();

-- Transfers. One that is settled stays only where a person has to take note of a contradiction.
insert into outside_work (kind, key, created_at, attempts, next_at, claimed_until, last_reason, review_reason)
select 'transfer', f.key, f.created_at, f.attempts,
  case when open.key is not null then greatest(f.next_attempt_at, f.claimed_until) end,
  case when open.key is not null then f.claimed_until end,
  f.last_reason,
  case when f.on_desk then case when open.key is null then 'CONTRADICTION' else 'UNCERTAIN' end end
from transfer_followups f
  left join (select j.key from open_holds o join journals j on j.id = o.journal_id) open on open.key = f.key
where open.key is not null or f.on_desk;
-- With its triggers: what operators have said about transfers in review stays.
drop table transfer_followups;

-- Gifts. Whoever has one in hand had it until `next_attempt_at`.
insert into outside_work (kind, key, created_at, attempts, next_at, last_reason, review_reason)
select 'gift', id, created_at, attempts, next_attempt_at, reason, case when on_desk then 'UNCERTAIN' end
from gifts where state in ('CLAIMED', 'REDEEMING');
update gifts set reason = null where state in ('CLAIMED', 'REDEEMING');
alter table gifts drop column attempts, drop column next_attempt_at, drop column on_desk;
