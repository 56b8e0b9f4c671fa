-- Who is shut out is out for good: sessions end in the transaction that deactivates, whoever runs it, so that letting the
-- person in again revives none of them. A stolen token would otherwise come back with its owner (rules.md §2.3). Also when
-- the person is let in: a login that was under way meanwhile may have opened one.
create function end_operator_sessions() returns trigger language plpgsql as $$
begin
  update operator_sessions set revoked_at = now() where operator_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger operators_end_sessions after update of is_active on operators
  for each row when (old.is_active <> new.is_active) execute function end_operator_sessions();

create function end_member_sessions() returns trigger language plpgsql as $$
begin
  update sessions set revoked_at = now() where member_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger members_end_sessions after update of is_active on members
  for each row when (old.is_active <> new.is_active) execute function end_member_sessions();

update operator_sessions s set revoked_at = now()
from operators o where o.id = s.operator_id and not o.is_active and s.revoked_at is null;
update sessions s set revoked_at = now()
from members m where m.id = s.member_id and not m.is_active and s.revoked_at is null;
