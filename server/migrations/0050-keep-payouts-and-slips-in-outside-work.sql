-- Who pays which withdrawal next, and what a person has to say about a payout, is in the table of all such work
-- (migration 0049, docs/decisions/0025). One that is finished is in review only because the bank contradicted itself.
insert into outside_work (kind, key, created_at, attempts, next_at, claimed_until, last_reason, review_reason)
select 'payout', id, created_at, attempts, next_at, claimed_until, reason,
  case when on_desk then case when finished_at is null then 'UNCERTAIN' else 'CONTRADICTION' end end
from withdrawals where next_at is not null or on_desk;
update withdrawals set reason = null where finished_at is null and reason is not null;
drop function withdrawals_claim(timestamptz, timestamptz, int);
drop trigger withdrawals_leave_desk on withdrawals;
alter table withdrawals drop column attempts, drop column next_at, drop column claimed_until, drop column on_desk;

-- The same of slips: which node reads one or looks it up next. Why a person has to decide stays the slip's own, because it
-- also says so of slips that no node has to do anything for.
insert into outside_work (kind, key, created_at, attempts, next_at, claimed_until, last_reason)
select 'slip', id, created_at, attempts, greatest(next_attempt_at, claimed_until), claimed_until, last_reason
from slips where status = 'PENDING' and step <> 'none';
alter table slips drop column attempts, drop column next_attempt_at, drop column claimed_until, drop column last_reason;
