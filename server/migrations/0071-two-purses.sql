-- The two purses of a member with a running bonus (rules.md §7.6): `purses` is what was whose at the credit. All that came
-- since follows from journals and bets.
alter table member_bonuses
  add column purses jsonb,
  -- Bets that were stored before the credit and are dated after it, by game and id: their results are in `purses`.
  add column bets_before text[] not null default '{}',
  -- Bets and corrections that came since.
  add column bet_count integer not null default 0;

-- The purses at an instant of a bonus with many bets, so that they need not be followed from the credit on. A bet
-- that was placed before such an instant and comes later deletes the row.
create table bonus_purses (
  bonus_id text not null references member_bonuses,
  at timestamptz not null,
  -- The member's journals up to this one are followed.
  journal_id bigint not null,
  purses jsonb not null,
  primary key (bonus_id, at)
);

-- Bonuses that run now: the balances of their credit are those of now without what the journals have moved since.
with running as (
  select id, member_id, journal_id, bonus_minor, own_open from member_bonuses where state = 'ACTIVE'
), balances as (
  select r.id, case a.name when 'wallet' then a.name else split_part(a.name, ':', 2) end as place,
    a.balance_minor - coalesce((
      select sum(e.amount_minor) from journals j join entries e on e.journal_id = j.id
      where j.member_id = r.member_id and j.id > r.journal_id and e.account_id = a.id), 0) as minor
  from running r join accounts a on a.member_id = r.member_id
  where a.asset <> 'COIN' and (a.name = 'wallet' or a.name like 'game:%' or a.name like 'in-transit:%')
  union all
  select r.id, o.key, least(0, o.value::bigint) from running r, jsonb_each_text(r.own_open) o
), places as (
  select b.id, b.place, sum(b.minor)::bigint - case b.place when 'wallet' then r.bonus_minor else 0 end as own_minor,
    case b.place when 'wallet' then r.bonus_minor else 0 end as bonus_minor
  from balances b join running r using (id) group by b.id, b.place, r.bonus_minor
)
update member_bonuses b set purses = jsonb_build_object(
  'places', (
    select jsonb_object_agg(place, jsonb_build_object('ownMinor', own_minor, 'bonusMinor', bonus_minor))
    from places p where p.id = b.id),
  'staked', (
    select coalesce(jsonb_object_agg(key, value::bigint), '{}') from jsonb_each_text(b.own_open) where value::bigint > 0),
  'bets', '[]'::jsonb,
  'losses', '{}'::jsonb,
  'visited', '["wallet"]'::jsonb)
where b.state = 'ACTIVE';
