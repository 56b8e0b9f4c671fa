-- Promotion codes, and the budgets of bonuses: both are counted under a row lock, so that no limit is exceeded
-- (rules.md §7.1, §8). A member's wallet is locked before any of these rows.

-- What each campaign of bonuses gave and promised.
create table bonus_budgets (
  campaign text primary key,
  -- What was credited; less what was taken back with the deposit that brought it.
  given_minor bigint not null default 0 check (given_minor >= 0),
  -- The most that armed bonuses may still bring.
  reserved_minor bigint not null default 0 check (reserved_minor >= 0)
);

create table promotion_uses (
  code text primary key,
  uses bigint not null default 0,
  given_minor bigint not null default 0
);
-- The same uses by Bangkok day.
create table promotion_days (
  code text not null,
  day date not null,
  uses bigint not null default 0,
  primary key (code, day)
);

-- The journal of the deposit that brought a bonus: when it is taken back, the bonus goes with it.
alter table member_bonuses add column deposit_key text;
-- The versions just after the credit of the game accounts that were not read just before it, by the game's code: a play
-- result that continues such a version may be from before the credit.
alter table member_bonuses add column game_versions jsonb not null default '{}';
-- Of an active bonus: it was to end and could not yet, and is tried again then.
alter table member_bonuses add column due_at timestamptz;
-- The member's request that ended it, so that the same request is answered in the same way.
alter table member_bonuses add column ended_for text;

create index member_bonuses_due on member_bonuses (due_at) where state = 'ACTIVE' and due_at is not null;
-- `expires_at` of an armed bonus: when it is cancelled, because no deposit came for it.
create index member_bonuses_lapse on member_bonuses (expires_at) where state = 'ARMED';
