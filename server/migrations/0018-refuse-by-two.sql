-- A refusal that gives back money which may have left all the same takes two different operators as well (rules.md §6.3):
-- what stands says which verdict it is. Until now only approvals did.
alter table desk_approvals add column verdict text not null default 'approve' check (verdict in ('approve', 'refuse'));
alter table desk_approvals alter column verdict drop default;

-- A payout or a game transfer may leave the desk by itself, and come back: the bank had never heard of it and it is sent
-- again, or it was settled and the other side contradicts. What was said before is about something else then, and must
-- not count with what is said now. `tg_argv`: the queue, and the column that its ids are in.
create function desk_forget() returns trigger language plpgsql as $$
begin
  delete from desk_approvals where queue = tg_argv[0] and item_id = to_jsonb(old)->>tg_argv[1];
  return null;
end $$;

create trigger withdrawals_leave_desk after update of on_desk on withdrawals
  for each row when (old.on_desk and not new.on_desk) execute function desk_forget('payout', 'id');
create trigger transfer_followups_leave_desk after update of on_desk on transfer_followups
  for each row when (old.on_desk and not new.on_desk) execute function desk_forget('transfer', 'key');
create trigger transfer_followups_end after delete on transfer_followups
  for each row when (old.on_desk) execute function desk_forget('transfer', 'key');
