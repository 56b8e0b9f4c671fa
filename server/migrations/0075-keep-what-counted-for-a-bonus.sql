-- What each bet added to the turnover of a member's bonus (rules.md §7.2), in the order in which a page of them is read. The bet
-- itself is in `bets`. Without foreign keys, as `bets`: the bonus is locked by whoever writes here.
create table bonus_bets (
  bonus_id text not null,
  -- as of the bet: the instant by which it is listed
  settled_at timestamptz not null,
  game text not null,
  bet_id text not null,
  -- 0 where the balance decides; negative where a correction took something back
  added_minor bigint not null,
  -- whether it was placed before the credit, with own money
  is_before boolean not null,
  -- the part of its stake that was own money from before the credit
  own_stake_minor bigint not null,
  primary key (bonus_id, settled_at, game, bet_id) include (added_minor)
);
create trigger bonus_bets_append_only before update or delete or truncate on bonus_bets
  for each statement execute function ledger_refuse();
