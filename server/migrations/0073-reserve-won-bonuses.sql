-- A coupon of a bonus keeps its version and its part of the budget from the draw on (rules.md §11.3). Null: one of
-- before, or of a wheel's fallback.
alter table spin_coupons
  add column bonus_code text,
  add column bonus_version integer,
  -- satang or att; 0 once it is claimed, or freed after it has expired
  add column reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  add check ((bonus_code is null) = (bonus_version is null)),
  add check (bonus_code is not null or reserved_minor = 0);

-- What is to be freed.
create index spin_coupons_unfreed on spin_coupons (id) where reserved_minor > 0 and state in ('CLAIMED', 'EXPIRED');
