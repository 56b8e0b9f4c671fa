-- The statement is read straight from the journals: this index, the member's journals newest first, now holds all that
-- listing, filtering and counting ask of it, so that only the ten rows of a page are fetched from the table. It takes
-- the place of the one without columns: a second index would slow every posting.
drop index journals_member;
create index journals_member on journals (member_id, id desc) include (kind, phase, posted_at)
where member_id is not null;

-- Rows never change, so a page of the table is worth marking as seen by all soon: until then each of its rows is
-- fetched just for that.
alter table journals set (autovacuum_vacuum_insert_scale_factor = 0.02);
