-- Whether the deposit that brought an active bonus was taken back while money of it was in games or on
-- bets. The bonus stays active until that money is home.
alter table member_bonuses add column is_reversed boolean not null default false;
