-- The loss of bonus money, which brings an inviter nothing, as it brings no cashback (rules.md §9.1).
alter table invite_days add column bonus_loss_minor bigint not null default 0 check (bonus_loss_minor >= 0);
