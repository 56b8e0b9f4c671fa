-- Settled bets as the games tell of them: by reports of their own, and when they are asked. Run at every start; each statement
-- may be repeated.
select pg_advisory_xact_lock(hashtext('sandbox.schema'));

-- Whether our server has taken it.
alter table sandbox.bet add column if not exists reported boolean not null default false;
create index if not exists bet_by_game on sandbox.bet (game, id);
create index if not exists bet_unreported on sandbox.bet (game, id) where not reported;

-- The fault of a call that nobody waits for. One that is set for exactly this call is taken; one that is set for any call of
-- the target is met and stays, because it was set for a call that somebody makes.
create or replace function sandbox.meet_fault(p_target text, p_call text)
returns text language plpgsql as $$
declare
  v_fault text;
begin
  update sandbox.fault f set times = f.times - 1
    where f.target = p_target and f.call = p_call and f.times > 0 returning f.fault into v_fault;
  if v_fault is null then
    select f.fault into v_fault from sandbox.fault f where f.target = p_target and f.call = '' and f.times > 0;
  end if;
  return v_fault;
end $$;
