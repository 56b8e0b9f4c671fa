-- A coin takes as much play as deposit (rules.md §11.1): the valid stakes of the bets that count towards the day. A row begins
-- with the first deposit or bet of its member's day. Corrections may bring it below zero.
alter table coin_days add column valid_minor bigint not null default 0;
-- Checked row by row it would cost each report of bets, and their owners are those of game accounts.
alter table coin_days drop constraint coin_days_member_id_fkey;
-- The deposits of before have brought their coins.
update coin_days set valid_minor = sum_minor where day >= current_date - 1;

-- Days whose coins are not credited yet.
create index coin_days_due on coin_days (day, member_id)
  where price_minor > 0 and coins < least(sum_minor, valid_minor) / nullif(price_minor, 0);
