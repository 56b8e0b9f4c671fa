-- How many spins a member has made: those under earlier seeds, and by its nonce those under the seed in force. So a page of
-- the list says how many there are in all without counting them.
alter table spin_seeds add column spins_before bigint not null default 0;
update spin_seeds d set spins_before = e.spins
from (
  select id, sum(nonce) over (
    partition by member_id order by revealed_at nulls last, created_at rows between unbounded preceding and 1 preceding
  ) as spins
  from spin_seeds
) e
where e.id = d.id and e.spins > 0;
