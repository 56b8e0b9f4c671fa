-- What this database is for. A demo's people have public passwords and its sandbox makes money out of nothing, so a
-- database is one or the other from its first start on (rules.md §15).
create table installation (
  is_only boolean primary key default true check (is_only),
  kind text not null check (kind in ('demo', 'live')),
  since timestamptz not null default now()
);
-- Databases of before: a demo remembers in its settings that it was seeded; one with people in it is in use.
insert into installation (kind)
select case
  when exists (select from settings where key = 'demo.seeded')
    or exists (select from operators where id like 'demo-%') then 'demo' else 'live' end
where exists (select from settings where key = 'demo.seeded')
  or exists (select from operators) or exists (select from members);
