-- Settled bets as the games tell of them: by reports of their own, and when they are asked. Run at every start; each statement
-- may be repeated.
select pg_advisory_xact_lock(hashtext('sandbox.schema'));

-- Whether our server has taken it.
alter table sandbox.bet add column if not exists reported boolean not null default false;
create index if not exists bet_by_game on sandbox.bet (game, id);
create index if not exists bet_unreported on sandbox.bet (game, id) where not reported;

-- When a bet was placed, what became of it, and the name by which it is reported where it was not played at once: bets are
-- reported in the order of `id`, so one that was open gets its row when it is settled, and so does a correction.
alter table sandbox.bet add column if not exists placed_at timestamptz;
alter table sandbox.bet add column if not exists status text not null default 'settled';
alter table sandbox.bet add column if not exists name text;
alter table sandbox.bet add column if not exists corrects text;
create index if not exists bet_by_name on sandbox.bet (game, name) where name is not null;

-- Bets whose outcome is not known yet; their stakes have left the balances.
create table if not exists sandbox.open_bet (
  name text primary key,
  game text not null,
  username text not null,
  stake_minor bigint not null check (stake_minor > 0),
  placed_at timestamptz not null,
  foreign key (game, username) references sandbox.account
);

-- Opens a bet. False when there is no such account or it holds less than the stake.
create or replace function sandbox.open_bet(
  p_name text, p_game text, p_username text, p_stake bigint, p_placed timestamptz
) returns boolean language plpgsql as $$
begin
  update sandbox.account a set balance_minor = a.balance_minor - p_stake
    where a.game = p_game and a.username = p_username and a.balance_minor >= p_stake;
  if not found then
    return false;
  end if;
  insert into sandbox.open_bet (name, game, username, stake_minor, placed_at)
    values (p_name, p_game, p_username, p_stake, p_placed);
  return true;
end $$;

-- Settles an open bet, or voids it, or corrects one that was settled: then the balance moves by the difference.
-- Gives 'done', 'unknown', 'settled' (it is not open any more) or 'insufficient'.
create or replace function sandbox.end_bet(
  p_game text, p_name text, p_product text, p_win bigint, p_status text, p_correction text, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_open sandbox.open_bet;
  v_bet sandbox.bet;
  v_before bigint;
begin
  -- As in sandbox.settle_bet.
  perform pg_advisory_xact_lock(hashtext('sandbox.bet ' || p_game));
  delete from sandbox.open_bet o where o.game = p_game and o.name = p_name and p_status <> 'corrected' returning * into v_open;
  if found then
    p_win := case when p_status = 'void' then v_open.stake_minor else p_win end;
    update sandbox.account a set balance_minor = a.balance_minor + p_win
      where a.game = p_game and a.username = v_open.username;
    insert into sandbox.bet (game, username, product, stake_minor, win_minor, created_at, placed_at, status, name)
      values (p_game, v_open.username, p_product, v_open.stake_minor, p_win, p_now, v_open.placed_at, p_status, p_name);
    return 'done';
  end if;
  select * into v_bet from sandbox.bet b
    where b.game = p_game and coalesce(b.name, b.id::text) = p_name and b.corrects is null;
  if not found then
    return 'unknown';
  end if;
  if p_status <> 'corrected' then
    return 'settled';
  end if;
  select b.win_minor into v_before from sandbox.bet b
    where b.game = p_game and (b.id = v_bet.id or b.corrects = p_name) order by b.id desc limit 1;
  update sandbox.account a set balance_minor = a.balance_minor + p_win - v_before
    where a.game = p_game and a.username = v_bet.username and a.balance_minor + p_win - v_before >= 0;
  if not found then
    return 'insufficient';
  end if;
  insert into sandbox.bet (game, username, product, stake_minor, win_minor, created_at, status, name, corrects)
    values (p_game, v_bet.username, v_bet.product, v_bet.stake_minor, p_win, p_now, 'corrected', p_correction, p_name);
  return 'done';
end $$;

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
