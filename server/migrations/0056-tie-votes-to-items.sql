-- A vote ends with the item that it is about (docs/decisions/0065): whatever takes an item from the list takes its votes. Triggers on
-- the owners' tables did that before, and had to know how each queue names its items.
drop trigger outside_work_leaves_review on outside_work;
drop trigger outside_work_ends on outside_work;
drop function outside_work_forget;
drop trigger bank_transfers_leave_desk on bank_transfers;
drop function bank_transfers_forget;
drop trigger qr_events_leave_desk on qr_events;
drop function qr_events_forget;
drop trigger bank_transfers_leave_returns on bank_transfers;
drop trigger qr_events_leave_returns on qr_events;
drop function returns_forget;
drop trigger manual_deposits_leave_desk on manual_deposits;
drop trigger bonus_reviews_leave_desk on bonus_reviews;
drop function desk_forget;

-- The list is written just before a commit, after a vote that comes with its item (a reversal). Not checked for the votes that are there:
-- at this moment the list is still empty; those whose item it does not have then are removed with other work on what has ended.
alter table desk_votes add constraint desk_votes_item foreign key (queue, item_id) references desk_items (queue, id)
  on delete cascade deferrable initially deferred not valid;
