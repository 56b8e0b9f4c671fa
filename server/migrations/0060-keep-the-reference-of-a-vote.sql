-- The reference that a first person named for a payment, so that the second person's is compared with the vote and not with the audit log.
alter table desk_votes add column reference text;
update desk_votes v set reference = (
  select a.details ->> 'reference' from audit_log a
  where a.subject = v.queue || ':' || v.item_id and a.action = 'desk.approve-first' and a.operator_id = v.operator_id
  order by a.id desc limit 1)
where v.choice = 'approve';
