-- The outside world's own state. Run at every start: each statement may be repeated, and the lock lets several
-- starts at once take turns. Sent as one query, so it is one transaction.
select pg_advisory_xact_lock(hashtext('sandbox.schema'));

create schema if not exists sandbox;

create table if not exists sandbox.message (
  id bigint generated always as identity primary key,
  phone text not null,
  text text not null,
  otp_ref text not null,
  code text not null,
  created_at timestamptz not null
);
create index if not exists message_by_phone on sandbox.message (phone, id desc);

-- One row per account at a provider. The password is kept as it is, because opening the account again answers with it;
-- nothing of value stands behind it.
create table if not exists sandbox.account (
  game text not null,
  username text not null,
  password text not null,
  balance_minor bigint not null default 0 check (balance_minor >= 0),
  created_at timestamptz not null,
  primary key (game, username)
);

-- Each transfer id that a provider has ever decided on, with its first answer.
create table if not exists sandbox.transfer (
  game text not null,
  transfer_id text not null,
  username text not null,
  direction text not null check (direction in ('in', 'out')),
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('SUCCESS', 'REFUSED')),
  reason text,
  balance_minor bigint,
  created_at timestamptz not null,
  primary key (game, transfer_id)
);

create table if not exists sandbox.bet (
  id bigint generated always as identity primary key,
  game text not null,
  username text not null,
  product text not null,
  stake_minor bigint not null check (stake_minor >= 0),
  win_minor bigint not null check (win_minor >= 0),
  created_at timestamptz not null,
  foreign key (game, username) references sandbox.account
);
create index if not exists bet_by_account on sandbox.bet (game, username, id desc);

create table if not exists sandbox.ticket (
  hash text primary key,
  game text not null,
  username text not null,
  expires_at timestamptz not null,
  foreign key (game, username) references sandbox.account
);
create index if not exists ticket_by_expiry on sandbox.ticket (expires_at);

-- Transfers that people made in the bank. `feed`: reported to the server, whose answer is kept when it came.
create table if not exists sandbox.bank_transfer (
  reference text primary key,
  from_bank text not null,
  from_account_no text not null,
  from_name text not null,
  to_bank text not null,
  to_account_no text not null,
  amount_minor bigint not null check (amount_minor > 0),
  sent_at timestamptz not null,
  feed boolean not null,
  delivered boolean not null default false,
  answer text,
  created_at timestamptz not null
);
create index if not exists bank_transfer_by_time on sandbox.bank_transfer (created_at desc);

-- What goes wrong next; call '' stands for every call of the target.
create table if not exists sandbox.fault (
  target text not null,
  call text not null,
  fault text not null,
  times integer not null check (times >= 0),
  primary key (target, call)
);

-- Decides a transfer, once per id: whoever inserts the id decides, everybody else waits for that and reads it.
-- p_refusal: refuse it for this reason whatever the balance. A known id with other content: reason CONFLICT.
create or replace function sandbox.decide_transfer(
  p_game text, p_id text, p_username text, p_direction text, p_amount bigint, p_now timestamptz, p_refusal text
) returns table (status text, reason text, balance_minor bigint) language plpgsql as $$
declare
  known sandbox.transfer;
  v_reason text := p_refusal;
  v_balance bigint;
begin
  insert into sandbox.transfer (game, transfer_id, username, direction, amount_minor, status, reason, created_at)
    values (p_game, p_id, p_username, p_direction, p_amount, 'REFUSED', p_refusal, p_now)
    on conflict do nothing;
  if not found then
    select t.* into known from sandbox.transfer t where t.game = p_game and t.transfer_id = p_id;
    if (known.username, known.direction, known.amount_minor)
      is distinct from (p_username, p_direction, p_amount) then
      return query select 'REFUSED', 'CONFLICT', null::bigint;
    else
      return query select known.status, known.reason, known.balance_minor;
    end if;
    return;
  end if;

  if v_reason is null then
    update sandbox.account a
      set balance_minor = a.balance_minor + case p_direction when 'in' then p_amount else -p_amount end
      where a.game = p_game and a.username = p_username and (p_direction = 'in' or a.balance_minor >= p_amount)
      returning a.balance_minor into v_balance;
    if not found then
      perform from sandbox.account a where a.game = p_game and a.username = p_username;
      v_reason := case when found then 'INSUFFICIENT' else 'NO_ACCOUNT' end;
    end if;
  end if;

  update sandbox.transfer t
    set status = case when v_reason is null then 'SUCCESS' else 'REFUSED' end,
      reason = v_reason, balance_minor = v_balance
    where t.game = p_game and t.transfer_id = p_id;
  return query select case when v_reason is null then 'SUCCESS' else 'REFUSED' end, v_reason, v_balance;
end $$;

-- Settles one bet and gives the new balance, or nothing when there is no such account or it holds less than the stake.
create or replace function sandbox.settle_bet(
  p_game text, p_username text, p_product text, p_stake bigint, p_win bigint, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_balance bigint;
begin
  -- Bets of a game get their ids in the order in which they are committed: whoever has read up to one misses none before it.
  perform pg_advisory_xact_lock(hashtext('sandbox.bet ' || p_game));
  update sandbox.account a set balance_minor = a.balance_minor - p_stake + p_win
    where a.game = p_game and a.username = p_username and a.balance_minor >= p_stake
    returning a.balance_minor into v_balance;
  if found then
    insert into sandbox.bet (game, username, product, stake_minor, win_minor, created_at)
      values (p_game, p_username, p_product, p_stake, p_win, p_now);
  end if;
  return v_balance;
end $$;

-- Sets the fault of a target's next calls, 'none' takes it away. Call null replaces everything that is set for the target.
create or replace function sandbox.set_fault(p_target text, p_call text, p_fault text, p_times integer)
returns void language plpgsql as $$
begin
  delete from sandbox.fault f where f.target = p_target and (p_call is null or f.call = p_call);
  if p_fault <> 'none' then
    insert into sandbox.fault as f (target, call, fault, times)
      values (p_target, coalesce(p_call, ''), p_fault, p_times)
      on conflict (target, call) do update set fault = excluded.fault, times = excluded.times;
  end if;
end $$;

-- Takes the next fault that is set for a call, if any; a fault for exactly this call comes before one for all.
create or replace function sandbox.take_fault(p_target text, p_call text)
returns text language plpgsql as $$
declare
  v_fault text;
begin
  update sandbox.fault f set times = f.times - 1
    where f.target = p_target and f.call = p_call and f.times > 0 returning f.fault into v_fault;
  if v_fault is null then
    update sandbox.fault f set times = f.times - 1
      where f.target = p_target and f.call = '' and f.times > 0 returning f.fault into v_fault;
  end if;
  return v_fault;
end $$;
