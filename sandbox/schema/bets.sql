-- Settled bets as the games tell of them: by reports of their own, and when they are asked. Run at every start; each statement
-- may be repeated.
select pg_advisory_xact_lock(hashtext('sandbox.schema'));

-- Whether our server has taken it.
alter table sandbox.bet add column if not exists reported boolean not null default false;
create index if not exists bet_by_game on sandbox.bet (game, id);
create index if not exists bet_unreported on sandbox.bet (game, id) where not reported;

-- A bet that a game has in its books and that nobody played: no balance moves. False when there is no such account.
create or replace function sandbox.claim_bet(
  p_game text, p_username text, p_product text, p_stake bigint, p_win bigint, p_at timestamptz
) returns boolean language plpgsql as $$
begin
  -- As in sandbox.settle_bet.
  perform pg_advisory_xact_lock(hashtext('sandbox.bet ' || p_game));
  insert into sandbox.bet (game, username, product, stake_minor, win_minor, created_at)
    select game, username, p_product, p_stake, p_win, p_at from sandbox.account
    where game = p_game and username = p_username;
  return found;
end $$;

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
