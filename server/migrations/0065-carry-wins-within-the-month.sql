-- A day's net win is set against losses of later days of its month before these bring anything (rules.md §9.1, §10.1). Rows of
-- before carry nothing: the balance begins with the first day that is calculated from here on.
alter table invite_days
  -- wins of earlier days of the month that were set against this day's loss
  add column carried_minor bigint not null default 0 check (carried_minor >= 0),
  -- wins that are left for later days of the month
  add column wins_left_minor bigint not null default 0 check (wins_left_minor >= 0);
alter table refund_days
  add column carried_minor bigint not null default 0 check (carried_minor >= 0),
  add column wins_left_minor bigint not null default 0 check (wins_left_minor >= 0);
