-- A duplicate candidate (queue `bank-twin`) is named by its report alone: `bank-12`, `qr-7`. Before, its id named the candidates as
-- well (`12-9-qr7`); these are the question that a vote is about now.
alter table desk_votes add column question text;

create function former_report(item text) returns text language sql immutable
  return case when item like 'qr%' then 'qr-' || substr(split_part(item, '-', 1), 3) else 'bank-' || split_part(item, '-', 1) end;
create function former_question(item text) returns text language sql immutable
  return (
    select coalesce(string_agg(one, ' ' order by one collate "C"), '')
    from unnest(string_to_array(item, '-')) with ordinality as part (name, n), former_report(name) as one
    where n > 1);
-- Whether the item waits; what was decided keeps its id, by which the audit log knows it.
create function former_waits(item text) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp
  return exists (select from bank_transfers t where 'bank-' || t.id = public.former_report(item) and t.state = 'in-doubt')
    or exists (select from qr_events e where 'qr-' || e.id = public.former_report(item) and e.state = 'in-doubt');

-- Of one report under two ids the last word is kept.
delete from desk_votes v where v.queue = 'bank-twin' and (not former_waits(v.item_id) or exists (
  select from desk_votes o where o.queue = v.queue and o.operator_id = v.operator_id
    and former_report(o.item_id) = former_report(v.item_id) and (o.at, o.item_id) > (v.at, v.item_id)));
update desk_votes set item_id = former_report(item_id), question = former_question(item_id) where queue = 'bank-twin';

delete from desk_claims where queue = 'bank-twin';
delete from desk_assignments a where a.queue = 'bank-twin' and (not former_waits(a.item_id) or exists (
  select from desk_assignments o where o.queue = a.queue and former_report(o.item_id) = former_report(a.item_id)
    and (o.at, o.item_id) > (a.at, a.item_id)));
update desk_assignments set item_id = former_report(item_id) where queue = 'bank-twin';
delete from desk_snoozes s where s.queue = 'bank-twin' and (not former_waits(s.item_id) or exists (
  select from desk_snoozes o where o.queue = s.queue and former_report(o.item_id) = former_report(s.item_id)
    and (o.at, o.item_id) > (s.at, s.item_id)));
update desk_snoozes set item_id = former_report(item_id) where queue = 'bank-twin';
update desk_notes set item_id = former_report(item_id) where queue = 'bank-twin' and former_waits(item_id);

drop function former_waits;
drop function former_question;
drop function former_report;

-- What was said about a report is forgotten under its new id, too, when it leaves the desk.
create or replace function bank_transfers_forget() returns trigger language plpgsql as $$
begin
  delete from desk_votes
  where (queue = 'bank-transfer' and item_id = old.id::text) or (queue = 'bank-twin' and item_id = 'bank-' || old.id);
  return null;
end $$;
create or replace function qr_events_forget() returns trigger language plpgsql as $$
begin
  delete from desk_votes
  where (queue = 'qr-payment' and item_id = old.id::text) or (queue = 'bank-twin' and item_id = 'qr-' || old.id);
  return null;
end $$;
